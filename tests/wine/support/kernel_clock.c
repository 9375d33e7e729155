/* SPDX-License-Identifier: MIT */
#include "kernel_clock.h"
#include "support.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/nt.h"

BOOL kernel_clock_open(void)
{
    return nt_unixlib_open() == CYCLETIME_UNIXLIB_STATE_ACTIVE;
}

ULONG64 kernel_clock_of_thread(void)
{
    struct unixlib_thread_begin begin = { .id = GetCurrentThreadId() };
    struct unixlib_own_times times = { .creation = 0 };

    if (nt_unixlib_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times) == UNIXLIB_DONE) return times.total;
    if (nt_unixlib_call(UNIXLIB_CALL_THREAD_BEGIN, &begin) != UNIXLIB_DONE) return 0;
    return nt_unixlib_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times) == UNIXLIB_DONE ? times.total : 0;
}

ULONG64 kernel_clock_of_process(void)
{
    struct unixlib_times times;

    return nt_unixlib_call(UNIXLIB_CALL_PROCESS_TIMES, &times) == UNIXLIB_DONE ? times.total : 0;
}

ULONG64 own_clock(void)
{
    if (!with_unixlib()) return total(system_process_times(GetCurrentProcess()));
    assert_true(kernel_clock_open());
    return kernel_clock_of_process() / 100;
}
