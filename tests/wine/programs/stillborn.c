/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll that cannot hook. */
#include "protocol/hook_request.h"

#include <windows.h>

__declspec(dllexport) ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_PROJECT_VERSION;
}

__declspec(dllexport) BOOL WINAPI CycletimeInstallHooks(ULONG flags)
{
    (void)flags;
    SetLastError(ERROR_BAD_EXE_FORMAT);
    return FALSE;
}

__declspec(dllexport) BOOL WINAPI CycletimeInstallHooksFromWithin(struct hook_request *request)
{
    request->error = ERROR_BAD_EXE_FORMAT;
    return FALSE;
}
