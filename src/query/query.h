/* SPDX-License-Identifier: MIT */
/* One question each, answered by the best source that works, never backwards. Outputs are written only on success. */
#ifndef CYCLETIME_QUERY_H
#define CYCLETIME_QUERY_H

#include "choose.h"

NTSTATUS query_cycles_of_any_thread(HANDLE thread, ULONG64 *cycles);

/* STATUS_NOT_SUPPORTED: it has ended and nobody can tell any more. In as few steps as can be for the calling thread, which
   is what programs ask at the begin and end of everything. */
static inline NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    const struct source *source = thread == NT_CURRENT_THREAD ? choose(CycletimeThreadCycles) : NULL;
    NTSTATUS (*ask)(ULONG64 *) = source ? source->answers[CycletimeThreadCycles].cycles_of_caller : NULL;

    return ask && NT_SUCCESS(ask(cycles)) ? STATUS_SUCCESS : query_cycles_of_any_thread(thread, cycles);
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles);

/* Of what has ended and cannot be told any more: the last figures seen, else 0. */
NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times);
NTSTATUS query_process_times(HANDLE process, struct nt_times *times);

/* Of COUNT processors of a group. STATUS_NOT_SUPPORTED: the system does not tell. */
NTSTATUS query_idle_cycles(USHORT group, ULONG count, ULONG64 *cycles);
NTSTATUS query_system_cycles(USHORT group, ULONG count, ULONG64 *cycles);

/* Of all processors, in 100 ns; kernel includes idle. */
NTSTATUS query_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user);

/* 100 ns since the system started: at the last tick, and now. Unbiased: less what it was asleep. */
ULONG64 query_interrupt_time(void);
ULONG64 query_interrupt_time_precise(void);
ULONG64 query_unbiased_interrupt_time(void);
ULONG64 query_unbiased_interrupt_time_precise(void);

#endif
