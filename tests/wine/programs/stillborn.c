/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll that cannot graft. */
#include <windows.h>

__declspec(dllexport) ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_PROJECT_VERSION;
}

__declspec(dllexport) BOOL WINAPI CycletimeGraft(ULONG flags)
{
    (void)flags;
    SetLastError(ERROR_BAD_EXE_FORMAT);
    return FALSE;
}
