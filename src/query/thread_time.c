/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_cycles_of_any_thread(HANDLE thread, ULONG64 *cycles)
{
    return query_cycles(SUBJECT_THREAD, CycletimeThreadCycles, thread, cycles);
}

NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    return query_times(SUBJECT_THREAD, CycletimeThreadTimes, thread, times);
}
