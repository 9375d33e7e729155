/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll of another version, which knows nothing of the preload library. */
#include <windows.h>

__declspec(dllexport) ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_PROJECT_VERSION + 1;
}

__declspec(dllexport) BOOL WINAPI CycletimeInstallHooks(ULONG flags)
{
    (void)flags;
    return TRUE;
}
