/* SPDX-License-Identifier: MIT */
#include "source.h"

/* Who asks has run: without an own count above zero there is no counter (Wine 10 succeeds with zeros). */
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

static NTSTATUS thread_cycles(HANDLE thread, struct cpu_time *seen)
{
    NTSTATUS status = nt_thread_cycles(thread, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    nt_thread_id(thread, &seen->id);
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

static NTSTATUS process_cycles(HANDLE process, struct cpu_time *seen)
{
    NTSTATUS status = nt_process_cycles(process, &seen->cycles);

    if (!NT_SUCCESS(status)) return status;
    nt_process_id(process, &seen->id);
    seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

const struct source source_nt_counters = {
    .thread_cycles = { thread_counter_works, thread_cycles },
    .process_cycles = { process_counter_works, process_cycles },
};
