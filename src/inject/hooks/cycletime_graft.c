/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "inject/hooks/graft.h"
#include "inject/hooks/near_pool.h"
#include "inject/hooks/system_calls.h"
#include "library/api/result.h"
#include "protocol/graft_request.h"
#include "protocol/run_options.h"
#include "library/query/unixlib_state.h"

enum { LIFELINE_BITS = ~0u << CYCLETIME_GRAFT_LIFELINE };

_Static_assert(RUN_VERBOSE == CYCLETIME_GRAFT_VERBOSE && RUN_NO_NT == CYCLETIME_GRAFT_NO_NT
                   && RUN_FAST_CLOCK == CYCLETIME_GRAFT_FAST_CLOCK,
               "a flag is the same from the command line to the graft");

/* The loader sets the last error even where it succeeds. */
static NTSTATUS graft_quietly(ULONG flags)
{
    const DWORD error = GetLastError();
    const NTSTATUS status = graft(flags);

    SetLastError(error);
    return status;
}

BOOL WINAPI CycletimeGraft(ULONG Flags)
{
    const ULONG known = CYCLETIME_GRAFT_CHILDREN | CYCLETIME_GRAFT_VERBOSE | CYCLETIME_GRAFT_NO_NT | CYCLETIME_GRAFT_AWAITED
                        | CYCLETIME_GRAFT_FAST_CLOCK | LIFELINE_BITS;
    NTSTATUS status;

    if (Flags & ~known) return result(STATUS_INVALID_PARAMETER);
    query_unixlib_open(); /* before there are threads whose begin it would miss */
    status = graft_quietly(Flags);
    if (status == STATUS_SUCCESS && Flags & CYCLETIME_GRAFT_CHILDREN) query_unixlib_children_follow(Flags);
    return result(status);
}

static BOOL graft_from_within(struct graft_request *request)
{
    NTSTATUS status;

    if (request->version != CYCLETIME_VERSION) return result(STATUS_REVISION_MISMATCH);
    query_unixlib_begins(request->host);
    system_calls_place((PVOID)(ULONG_PTR)request->stubs.at, request->stubs.size);
    near_pool_place((PVOID)(ULONG_PTR)request->tables.at, request->tables.size);
    status = graft_quietly(request->flags | CYCLETIME_GRAFT_CHILDREN);
    system_calls_place(NULL, 0);
    near_pool_place(NULL, 0);
    if (!result(status)) return FALSE;
    request->distrusted =
        request->flags & CYCLETIME_GRAFT_VERBOSE && query_unixlib_clock() == CYCLETIME_HOST_CLOCK_NOT_TRUSTED;
    return TRUE;
}

BOOL WINAPI CycletimeGraftFromWithin(PVOID Request)
{
    struct graft_request *request = Request;

    if (graft_from_within(request)) return TRUE;
    request->error = GetLastError();
    return FALSE;
}
