/* SPDX-License-Identifier: MIT */
/* Reports to the Linux side what the hooks see of this process, and returns its state to the exported functions. */
#include "library/query/query.h"
#include "library/query/sources.h"
#include "library/nt/nt.h"
#include "protocol/unixlib_calls.h"
#include "library/source/unixlib.h"

void query_unixlib_open(void)
{
    unixlib_query_state();
}

CYCLETIME_UNIXLIB_STATE query_unixlib_state(void)
{
    choose_source(CYCLETIME_QUESTION_THREAD_CYCLES); /* the first query of cycles determines how the unixlib gets them */
    return unixlib_query_state();
}

static void notify_unixlib(ULONG call, PVOID arguments)
{
    if (nt_unixlib_is_open()) nt_unixlib_call(call, arguments);
}

void query_unixlib_thread_begins(void)
{
    struct unixlib_thread_begin begin = { .id = nt_own_thread_id() };

    notify_unixlib(UNIXLIB_CALL_THREAD_BEGIN, &begin);
}

void query_unixlib_process_exits(ULONG code, BOOLEAN by_event)
{
    struct unixlib_exit_code exit = { .code = code, .by_event = by_event };

    notify_unixlib(UNIXLIB_CALL_EXIT_CODE, &exit);
}

void query_unixlib_process_ends(void)
{
    notify_unixlib(UNIXLIB_CALL_PROCESS_END, NULL);
}

void query_unixlib_begins(ULONG64 functions)
{
    nt_unixlib_use(functions);
    unixlib_begin_process();
    notify_unixlib(UNIXLIB_CALL_PROCESS_AWAITED, NULL);
}

BOOLEAN query_unixlib_children_follow(ULONG flags)
{
    struct unixlib_children children = { .flags = flags };

    return nt_unixlib_is_open() && NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CHILDREN_FOLLOW, &children));
}

CYCLETIME_UNIXLIB_CLOCK query_unixlib_clock(void)
{
    choose_source(CYCLETIME_QUESTION_THREAD_CYCLES);
    return unixlib_query_clock();
}
