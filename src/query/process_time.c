/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"

static BOOLEAN own_cycles(ULONG64 *cycles)
{
    return query_cycles_of_caller(CYCLETIME_QUESTION_PROCESS_CYCLES, cycles) && last_answer_of_own_process(cycles);
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles)
{
    ULONG64 told;

    if (process == NT_CURRENT_PROCESS && own_cycles(&told)) {
        *cycles = told;
        return STATUS_SUCCESS;
    }
    return query_cycles(SUBJECT_PROCESS, CYCLETIME_QUESTION_PROCESS_CYCLES, process, cycles);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    return query_times(SUBJECT_PROCESS, CYCLETIME_QUESTION_PROCESS_TIMES, process, times);
}

NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user)
{
    const struct source *source = choose(CYCLETIME_QUESTION_PROCESS_TIMES);
    struct cpu_time seen = { 0 };
    NTSTATUS status;

    if (!source || !source->answers[CYCLETIME_QUESTION_PROCESS_TIMES].of_descendants) return STATUS_NOT_SUPPORTED;
    status = source->answers[CYCLETIME_QUESTION_PROCESS_TIMES].of_descendants(process, &seen);
    if (!NT_SUCCESS(status)) return status;
    last_answer_update(SUBJECT_DESCENDANTS, &seen);
    *kernel = seen.kernel;
    *user = seen.user;
    return STATUS_SUCCESS;
}
