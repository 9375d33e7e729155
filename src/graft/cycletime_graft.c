/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "graft.h"
#include "../api/result.h"
#include "../query/host_state.h"

/* The loader leaves an error behind where it succeeds. */
static BOOL graft_quietly(ULONG flags)
{
    const DWORD error = GetLastError();

    if (!result(graft(flags))) return FALSE;
    SetLastError(error);
    return TRUE;
}

BOOL WINAPI CycletimeGraft(ULONG Flags)
{
    const ULONG known = CYCLETIME_GRAFT_CHILDREN | CYCLETIME_GRAFT_VERBOSE | CYCLETIME_GRAFT_NO_NT | CYCLETIME_GRAFT_AWAITED
                        | CYCLETIME_GRAFT_FAST_CLOCK;
    const ULONG lifeline = Flags >> CYCLETIME_GRAFT_LIFELINE;

    if (Flags & ~known & ((1 << CYCLETIME_GRAFT_LIFELINE) - 1)) return result(STATUS_INVALID_PARAMETER);
    query_host_open(); /* before there are threads whose begin it would miss */
    if (lifeline && !query_host_hold(lifeline)) return result(STATUS_INVALID_PARAMETER);
    if (Flags & CYCLETIME_GRAFT_AWAITED) query_host_process_is_awaited();
    return graft_quietly(Flags);
}
