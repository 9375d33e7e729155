/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "graft.h"
#include "../api/result.h"
#include "../protocol/graft_request.h"
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

static BOOL graft_from_within(struct graft_request *request)
{
    if (request->version != CYCLETIME_VERSION) return result(STATUS_REVISION_MISMATCH);
    query_host_is_given(request->host);
    query_host_open();
    if (!graft_quietly(request->flags | CYCLETIME_GRAFT_CHILDREN | GRAFT_FROM_WITHIN)) return FALSE;
    request->distrusted =
        request->flags & CYCLETIME_GRAFT_VERBOSE && query_host_clock() == CYCLETIME_HOST_CLOCK_NOT_TRUSTED;
    return TRUE;
}

BOOL WINAPI CycletimeGraftFromWithin(PVOID Request)
{
    struct graft_request *request = Request;

    if (graft_from_within(request)) return TRUE;
    request->error = GetLastError();
    return FALSE;
}
