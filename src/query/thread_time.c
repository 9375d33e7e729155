/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    static struct cpu_time_question question = {
        SUBJECT_THREAD, CPU_TIME_CYCLES, offsetof(struct source, thread_cycles), NULL };

    return query_cycles(&question, thread, cycles);
}

NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    static struct cpu_time_question question = {
        SUBJECT_THREAD, CPU_TIME_TIMES, offsetof(struct source, thread_times), NULL };

    return query_times(&question, thread, times);
}
