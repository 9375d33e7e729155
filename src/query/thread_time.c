/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_thread_cycles_of_source(HANDLE thread, ULONG64 *cycles)
{
    const struct source *source = thread == NT_CURRENT_THREAD ? choose(CycletimeThreadCycles) : NULL;
    NTSTATUS (*ask)(ULONG64 *) = source ? source->answers[CycletimeThreadCycles].cycles_of_caller : NULL;

    if (ask && NT_SUCCESS(ask(cycles))) return STATUS_SUCCESS;
    return query_cycles(SUBJECT_THREAD, CycletimeThreadCycles, thread, cycles);
}

NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    return query_times(SUBJECT_THREAD, CycletimeThreadTimes, thread, times);
}
