/* SPDX-License-Identifier: MIT */
#include "processor_structures.h"
#include "cycletime.h"
#include "query.h"
#include "../nt/calls.h"

_Static_assert(sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) == sizeof(struct nt_processor_times), "class 8");
_Static_assert(sizeof(CYCLETIME_PROCESSOR_IDLE) == sizeof(struct nt_processor_idle), "class 0x2a");

NTSTATUS processor_performance(USHORT group, ULONG count, PVOID buffer)
{
    struct nt_processor_times *times = nt_allocate(count * sizeof *times);
    NTSTATUS status;

    if (!times) return STATUS_NO_MEMORY;
    status = query_processor_times(group, count, times);
    if (NT_SUCCESS(status)) memcpy(buffer, times, count * sizeof *times);
    nt_release(times);
    return status;
}

NTSTATUS processor_idle(USHORT group, ULONG count, PVOID buffer)
{
    struct nt_processor_idle *idle = nt_allocate(count * sizeof *idle);
    NTSTATUS status;

    if (!idle) return STATUS_NO_MEMORY;
    status = query_processor_idle(group, count, idle);
    if (NT_SUCCESS(status)) memcpy(buffer, idle, count * sizeof *idle);
    nt_release(idle);
    return status;
}

/* The rest is 0: Linux counts it for all processors at once, or not at all. */
NTSTATUS processor_interrupts(USHORT group, ULONG count, PVOID buffer)
{
    ULONG *dpcs = nt_allocate(count * sizeof *dpcs), i;
    BYTE *at = buffer;
    NTSTATUS status;

    if (!dpcs) return STATUS_NO_MEMORY;
    status = query_processor_dpcs(group, count, dpcs);
    for (i = 0; i < count && NT_SUCCESS(status); i++, at += sizeof(SYSTEM_INTERRUPT_INFORMATION)) {
        const SYSTEM_INTERRUPT_INFORMATION to = { .DpcCount = dpcs[i] };

        memcpy(at, &to, sizeof to);
    }
    nt_release(dpcs);
    return status;
}

static NTSTATUS fill_cycles(NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), USHORT group, ULONG count, PVOID buffer)
{
    ULONG64 *cycles = nt_allocate(count * sizeof *cycles);
    NTSTATUS status;

    if (!cycles) return STATUS_NO_MEMORY;
    status = query(group, count, cycles);
    if (NT_SUCCESS(status)) memcpy(buffer, cycles, count * sizeof *cycles);
    nt_release(cycles);
    return status;
}

NTSTATUS processor_idle_cycles(USHORT group, ULONG count, PVOID buffer)
{
    return fill_cycles(query_idle_cycles, group, count, buffer);
}

NTSTATUS processor_system_cycles(USHORT group, ULONG count, PVOID buffer)
{
    return fill_cycles(query_system_cycles, group, count, buffer);
}
