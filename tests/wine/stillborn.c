/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll that cannot graft. */
#include <windows.h>

__declspec(dllexport) BOOL WINAPI CycletimeGraft(void)
{
    SetLastError(ERROR_BAD_EXE_FORMAT);
    return FALSE;
}
