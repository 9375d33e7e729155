/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "inject/hooks/install.h"
#include "inject/hooks/near_pool.h"
#include "inject/hooks/system_calls.h"
#include "library/api/result.h"
#include "protocol/hook_request.h"
#include "protocol/run_options.h"
#include "library/query/unixlib_state.h"

_Static_assert(RUN_VERBOSE == CYCLETIME_HOOK_VERBOSE && RUN_NO_NT == CYCLETIME_HOOK_NO_NT
                   && RUN_FAST_CLOCK == CYCLETIME_HOOK_FAST_CLOCK,
               "a flag is the same from the command line to the hooks");

/* The loader sets the last error even where it succeeds. */
static NTSTATUS install_quietly(ULONG flags)
{
    const DWORD error = GetLastError();
    const NTSTATUS status = install_hooks(flags);

    SetLastError(error);
    return status;
}

BOOL WINAPI CycletimeInstallHooks(ULONG Flags)
{
    const ULONG known = CYCLETIME_HOOK_CHILDREN | CYCLETIME_HOOK_VERBOSE | CYCLETIME_HOOK_NO_NT | CYCLETIME_HOOK_FAST_CLOCK;
    NTSTATUS status;

    if (Flags & ~known) return return_status(STATUS_INVALID_PARAMETER);
    query_unixlib_open(); /* before there are threads whose begin it would miss */
    status = install_quietly(Flags);
    if (status == STATUS_SUCCESS && Flags & CYCLETIME_HOOK_CHILDREN) query_unixlib_children_follow(Flags);
    return return_status(status);
}

static BOOL install_from_within(struct hook_request *request)
{
    NTSTATUS status;

    if (request->version != CYCLETIME_VERSION) return return_status(STATUS_REVISION_MISMATCH);
    query_unixlib_begins(request->unixlib);
    system_calls_place((PVOID)(ULONG_PTR)request->stubs.at, request->stubs.size);
    near_pool_place((PVOID)(ULONG_PTR)request->tables.at, request->tables.size);
    status = install_quietly(request->flags | CYCLETIME_HOOK_CHILDREN);
    system_calls_place(NULL, 0);
    near_pool_place(NULL, 0);
    if (!return_status(status)) return FALSE;
    request->distrusted =
        request->flags & CYCLETIME_HOOK_VERBOSE && query_unixlib_clock() == CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED;
    return TRUE;
}

BOOL WINAPI CycletimeInstallHooksFromWithin(PVOID Request)
{
    struct hook_request *request = Request;

    if (install_from_within(request)) return TRUE;
    request->error = GetLastError();
    return FALSE;
}
