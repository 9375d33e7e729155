/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles)
{
    return query_cycles(SUBJECT_PROCESS, CycletimeProcessCycles, process, cycles);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    return query_times(SUBJECT_PROCESS, CycletimeProcessTimes, process, times);
}
