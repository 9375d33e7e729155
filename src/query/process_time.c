/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cpu_time.h"

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles)
{
    return query_cycles(SUBJECT_PROCESS, CycletimeProcessCycles, process, cycles);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    return query_times(SUBJECT_PROCESS, CycletimeProcessTimes, process, times);
}

NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user)
{
    const struct source *source = choose(CycletimeProcessTimes);
    struct cpu_time seen = { 0 };
    NTSTATUS status;

    if (!source || !source->answers[CycletimeProcessTimes].of_descendants) return STATUS_NOT_SUPPORTED;
    status = source->answers[CycletimeProcessTimes].of_descendants(process, &seen);
    if (!NT_SUCCESS(status)) return status;
    last_answer_update(SUBJECT_DESCENDANTS, &seen);
    *kernel = seen.kernel;
    *user = seen.user;
    return STATUS_SUCCESS;
}
