/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles)
{
    static struct cpu_time_question question = {
        SUBJECT_PROCESS, CPU_TIME_CYCLES, offsetof(struct source, process_cycles), NULL };

    return query_cycles(&question, process, cycles);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    static struct cpu_time_question question = {
        SUBJECT_PROCESS, CPU_TIME_TIMES, offsetof(struct source, process_times), NULL };

    return query_times(&question, process, times);
}
