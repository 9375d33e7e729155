/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cpu_time.h"

/* As few steps as can be: this is what programs call at the begin and end of everything. */
static NTSTATUS own_cycles(ULONG64 *cycles)
{
    const struct source *source = choose(CycletimeThreadCycles);
    NTSTATUS (*ask)(ULONG64 *) = source ? source->answers[CycletimeThreadCycles].cycles_of_caller : NULL;

    return ask ? ask(cycles) : STATUS_NOT_SUPPORTED;
}

NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    if (thread == NT_CURRENT_THREAD && NT_SUCCESS(own_cycles(cycles))) return STATUS_SUCCESS;
    return query_cycles(SUBJECT_THREAD, CycletimeThreadCycles, thread, cycles);
}

NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    return query_times(SUBJECT_THREAD, CycletimeThreadTimes, thread, times);
}
