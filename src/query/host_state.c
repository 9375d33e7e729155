/* SPDX-License-Identifier: MIT */
#include "host_state.h"
#include "choose.h"
#include "../source/host_processes.h"
#include "../source/wine_host.h"

void query_host_open(void)
{
    wine_host_state();
}

void query_host_is_given(ULONG64 functions)
{
    wine_host_is_given(functions);
}

CYCLETIME_HOST_STATE query_host_state(void)
{
    choose(CYCLETIME_QUESTION_THREAD_CYCLES); /* how it answers is found out when it is first asked for cycles */
    return wine_host_state();
}

void query_host_thread_begins(void)
{
    wine_host_thread_begins();
}

void query_host_thread_ends(void)
{
    wine_host_thread_ends();
}

void query_host_process_exits(ULONG code)
{
    host_process_exits(code);
}

void query_host_process_ends(void)
{
    wine_host_process_ends();
}

void query_host_process_reports(void)
{
    host_process_reports();
}

void query_host_process_is_awaited(void)
{
    host_process_is_awaited();
}

void query_host_children_follow(ULONG flags)
{
    host_children_follow(flags);
}

CYCLETIME_HOST_CLOCK query_host_clock(void)
{
    choose(CYCLETIME_QUESTION_THREAD_CYCLES);
    return wine_host_clock();
}
