/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_thread_cycles_of_source(HANDLE thread, ULONG64 *cycles)
{
    if (thread == NT_CURRENT_THREAD && query_cycles_of_caller(CYCLETIME_QUESTION_THREAD_CYCLES, cycles))
        return STATUS_SUCCESS;
    return query_cycles(SUBJECT_THREAD, CYCLETIME_QUESTION_THREAD_CYCLES, thread, cycles);
}

NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times)
{
    const ULONG turn = __atomic_load_n(&own_times_turn, __ATOMIC_ACQUIRE);
    NTSTATUS status;

    own_times_remember();
    status = query_times(SUBJECT_THREAD, CYCLETIME_QUESTION_THREAD_TIMES, thread, times);
    if (thread != NT_CURRENT_THREAD) own_times_move_on();
    else if (NT_SUCCESS(status)) own_times_keep(times, turn);
    return status;
}
