/* SPDX-License-Identifier: MIT */
#include "host_state.h"
#include "choose.h"
#include "../nt/unix_side.h"
#include "../protocol/host_calls.h"
#include "../source/own_line.h"
#include "../source/wine_host.h"

void query_host_open(void)
{
    wine_host_state();
}

void query_host_is_given(ULONG64 functions)
{
    unix_side_is_given(functions);
}

CYCLETIME_HOST_STATE query_host_state(void)
{
    choose(CYCLETIME_QUESTION_THREAD_CYCLES); /* how it answers is found out when it is first asked for cycles */
    return wine_host_state();
}

static void tell(ULONG call, PVOID arguments)
{
    if (unix_side_is_open()) unix_side_call(call, arguments);
}

void query_host_thread_begins(void)
{
    struct host_thread_begin begin = { .id = nt_own_thread_id() };

    tell(HOST_CALL_THREAD_BEGIN, &begin);
}

void query_host_thread_ends(void)
{
    if (unix_side_is_open()) own_line_forget();
    tell(HOST_CALL_THREAD_END, NULL);
}

void query_host_process_exits(ULONG code)
{
    struct host_exit_code exit = { .code = code };

    tell(HOST_CALL_EXIT_CODE, &exit);
}

void query_host_process_ends(void)
{
    tell(HOST_CALL_PROCESS_END, NULL);
}

void query_host_process_was_killed(HANDLE process, ULONG code)
{
    struct host_exit_code exit = { .code = code };
    ULONG64 creation;
    ULONG id;

    if (!unix_side_is_open() || !NT_SUCCESS(nt_process_identity(process, &id, &creation))) return;
    exit.id = id;
    exit.creation = creation;
    unix_side_call(HOST_CALL_EXIT_CODE, &exit);
}

void query_host_process_is_awaited(void)
{
    tell(HOST_CALL_PROCESS_AWAITED, NULL);
}

void query_host_children_follow(ULONG flags)
{
    struct host_children children = { .flags = flags };

    tell(HOST_CALL_CHILDREN_FOLLOW, &children);
}

CYCLETIME_HOST_CLOCK query_host_clock(void)
{
    choose(CYCLETIME_QUESTION_THREAD_CYCLES);
    return wine_host_clock();
}
