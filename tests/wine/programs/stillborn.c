/* SPDX-License-Identifier: MIT */
/* Stands for a cycletime.dll that cannot graft. */
#include "protocol/graft_request.h"

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

__declspec(dllexport) BOOL WINAPI CycletimeGraftFromWithin(struct graft_request *request)
{
    request->error = ERROR_BAD_EXE_FORMAT;
    return FALSE;
}
