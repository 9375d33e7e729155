/* SPDX-License-Identifier: MIT */
/* The source of the system's own cycle counters, which Windows Vista and later have, and ReactOS. */
#include "library/source/source.h"

/* The calling thread has run, so a count of 0 means that the system has no counter (Wine 10 succeeds with zeros). */
static BOOLEAN thread_counter_works(void)
{
    ULONG64 cycles = 0;

    return NT_SUCCESS(nt_thread_cycles(NT_CURRENT_THREAD, &cycles)) && cycles;
}

static BOOLEAN process_counter_works(void)
{
    ULONG64 cycles = 0;

    return NT_SUCCESS(nt_process_cycles(NT_CURRENT_PROCESS, &cycles)) && cycles;
}

static NTSTATUS counted_thread_cycles(HANDLE thread, struct cpu_time *seen)
{
    NTSTATUS status = nt_thread_cycles(thread, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    if (!NT_SUCCESS(nt_thread_id(thread, &seen->id))) seen->id = 0; /* then the answer is not kept */
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

static NTSTATUS counted_process_cycles(HANDLE process, struct cpu_time *seen)
{
    NTSTATUS status = nt_process_cycles(process, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    if (!NT_SUCCESS(nt_process_id(process, &seen->id))) seen->id = 0;
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

/* Every machine was idle and interrupted at some time, so zeros alone mean that the system has no counter. */
static BOOLEAN any_counted(NTSTATUS (*counter)(USHORT, ULONG, ULONG64 *))
{
    BOOLEAN counted = FALSE;
    struct nt_groups groups;
    ULONG64 *cycles;
    ULONG i;

    if (!NT_SUCCESS(nt_groups(&groups))) return FALSE;
    cycles = nt_allocate(groups.processors[0] * sizeof *cycles);
    if (!cycles) return FALSE;
    if (NT_SUCCESS(counter(0, groups.processors[0], cycles)))
        for (i = 0; i < groups.processors[0]; i++) counted |= cycles[i] != 0;
    nt_release(cycles);
    return counted;
}

static BOOLEAN idle_counter_works(void)
{
    return any_counted(nt_processor_idle_cycles);
}

static BOOLEAN system_counter_works(void)
{
    return any_counted(nt_processor_system_cycles);
}

static BOOLEAN idle_information_works(void)
{
    struct nt_processor_idle *idle;
    BOOLEAN counted = FALSE;
    struct nt_groups groups;
    ULONG i;

    if (!NT_SUCCESS(nt_groups(&groups))) return FALSE;
    idle = nt_allocate(groups.processors[0] * sizeof *idle);
    if (!idle) return FALSE;
    if (NT_SUCCESS(nt_processor_idle(0, groups.processors[0], idle)))
        for (i = 0; i < groups.processors[0]; i++) counted |= idle[i].idle != 0;
    nt_release(idle);
    return counted;
}

const struct source source_nt_counters = {
    .name = CYCLETIME_SOURCE_NT_COUNTERS,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .works = thread_counter_works, .of_handle = counted_thread_cycles },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .works = process_counter_works, .of_handle = counted_process_cycles },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .works = idle_counter_works, .cycles_of_group = nt_processor_idle_cycles },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = system_counter_works,
                                    .cycles_of_group = nt_processor_system_cycles },
        [CYCLETIME_QUESTION_IDLE_STATES] = { .works = idle_information_works, .idle_of_group = nt_processor_idle },
    },
};
