/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "result.h"
#include "../graft/graft.h"
#include "../source/wine_host.h"

BOOL WINAPI CycletimeGraft(void)
{
    return CycletimeGraftEx(0);
}

BOOL WINAPI CycletimeGraftEx(ULONG Flags)
{
    const ULONG known = CYCLETIME_GRAFT_CHILDREN | CYCLETIME_GRAFT_VERBOSE | CYCLETIME_GRAFT_NO_NT;

    if (Flags & ~known) return result(STATUS_INVALID_PARAMETER);
    wine_host_state();  /* before there are threads whose begin it would miss */
    return result(graft(Flags));
}
