/* SPDX-License-Identifier: MIT */
#include "kernel_clock.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/unix_side.h"

BOOL kernel_clock_open(void)
{
    return unix_side_open() == CYCLETIME_HOST_STATE_ACTIVE;
}

ULONG64 kernel_clock_of_thread(void)
{
    struct unixlib_thread_begin begin = { .id = GetCurrentThreadId() };
    struct unixlib_own_times times = { .creation = 0 };

    if (unix_side_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times) == UNIXLIB_DONE) return times.total;
    if (unix_side_call(UNIXLIB_CALL_THREAD_BEGIN, &begin) != UNIXLIB_DONE) return 0;
    return unix_side_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times) == UNIXLIB_DONE ? times.total : 0;
}

ULONG64 kernel_clock_of_process(void)
{
    struct unixlib_times times;

    return unix_side_call(UNIXLIB_CALL_PROCESS_TIMES, &times) == UNIXLIB_DONE ? times.total : 0;
}
