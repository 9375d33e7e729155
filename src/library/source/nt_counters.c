/* SPDX-License-Identifier: MIT */
/* The source of the system's own cycle counters, which Windows Vista and later have, and ReactOS. */
#include "library/source/source.h"

static NTSTATUS counted_thread_cycles(HANDLE thread, struct cpu_time *seen)
{
    struct nt_thread who;
    NTSTATUS status = nt_handle_cycles(CYCLETIME_QUESTION_THREAD_CYCLES, thread, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    seen->id = NT_SUCCESS(nt_thread(thread, &who)) ? who.id : 0; /* without an id the answer is not kept */
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

static NTSTATUS counted_process_cycles(HANDLE process, struct cpu_time *seen)
{
    NTSTATUS status = nt_handle_cycles(CYCLETIME_QUESTION_PROCESS_CYCLES, process, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    if (!NT_SUCCESS(nt_process_id(process, &seen->id))) seen->id = 0;
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

/* The calling thread has run, so a count of 0 means that the system has no counter (Wine 10 succeeds with zeros). */
static BOOLEAN handle_counter_works(CYCLETIME_QUESTION question)
{
    const HANDLE own = question == CYCLETIME_QUESTION_THREAD_CYCLES ? NT_CURRENT_THREAD : NT_CURRENT_PROCESS;
    ULONG64 cycles = 0;

    return NT_SUCCESS(nt_handle_cycles(question, own, &cycles)) && cycles;
}

/* Every machine was idle and interrupted at some time, so zeros alone mean that the system has no counter. */
static BOOLEAN group_counter_works(CYCLETIME_QUESTION question)
{
    const BOOLEAN is_idle = question == CYCLETIME_QUESTION_IDLE_STATES;
    struct nt_processor_idle *idle;
    BOOLEAN counted = FALSE;
    struct nt_groups groups;
    ULONG64 *cycles;
    NTSTATUS status;
    PVOID elements;
    ULONG i;

    if (!NT_SUCCESS(nt_groups(&groups))) return FALSE;
    elements = nt_allocate(groups.processors[0] * (is_idle ? sizeof *idle : sizeof *cycles));
    if (!elements) return FALSE;
    idle = elements;
    cycles = elements;
    status = is_idle ? nt_processor_idle(0, groups.processors[0], idle)
                     : nt_processor_cycles(question, 0, groups.processors[0], cycles);
    for (i = 0; i < groups.processors[0] && NT_SUCCESS(status); i++) counted |= (is_idle ? idle[i].idle : cycles[i]) != 0;
    nt_release(elements);
    return counted;
}

const struct source source_nt_counters = {
    .name = CYCLETIME_SOURCE_NT_COUNTERS,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .works = handle_counter_works, .of_handle = counted_thread_cycles },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .works = handle_counter_works, .of_handle = counted_process_cycles },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .works = group_counter_works, .cycles_of_group = nt_processor_cycles },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = group_counter_works, .cycles_of_group = nt_processor_cycles },
        [CYCLETIME_QUESTION_IDLE_STATES] = { .works = group_counter_works, .idle_of_group = nt_processor_idle },
    },
};
