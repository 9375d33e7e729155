/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll of another version. */
#include <windows.h>

__declspec(dllexport) ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_VERSION + 1;
}

__declspec(dllexport) BOOL WINAPI CycletimeGraftEx(ULONG flags)
{
    (void)flags;
    return TRUE;
}
