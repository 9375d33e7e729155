/* SPDX-License-Identifier: MIT */
/* One question each, answered by the best source that works, never backwards. Outputs are written only on success. */
#ifndef CYCLETIME_QUERY_H
#define CYCLETIME_QUERY_H

#include "choose.h"
#include "own_times.h"

/* The calling thread's line was asked first. */
NTSTATUS query_thread_cycles_of_source(HANDLE thread, ULONG64 *cycles);

/* STATUS_NOT_SUPPORTED: it has ended and nobody can tell any more. In as few steps as can be for the calling thread, which
   is what programs ask at the begin and end of everything. */
static inline NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    if (thread == NT_CURRENT_THREAD && own_line_cycles(cycles)) return STATUS_SUCCESS;
    return query_thread_cycles_of_source(thread, cycles);
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles);

/* The same. */
NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times);

/* Of what has ended and is not known any more: the last figures seen, else 0. */
static inline NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    if (thread == NT_CURRENT_THREAD && own_times_by_line(times)) return STATUS_SUCCESS;
    return query_thread_times_of_source(thread, times);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times);

/* Of the descendants of a process that have ended, as far as they said it. */
NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user);

/* Of COUNT processors of a group. STATUS_NOT_SUPPORTED: the system does not tell. */
NTSTATUS query_idle_cycles(USHORT group, ULONG count, ULONG64 *cycles);
NTSTATUS query_system_cycles(USHORT group, ULONG count, ULONG64 *cycles);

/* As Windows' structures have them: kernel at least idle + dpc + interrupt. */
NTSTATUS query_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);

/* The numbers of DPCs, 0 where under Wine nobody knows. STATUS_NOT_SUPPORTED: that is for the system to tell. */
NTSTATUS query_processor_dpcs(USHORT group, ULONG count, ULONG *dpcs);

NTSTATUS query_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);

/* A processor's idle states: up to ROOM of them, and in *COUNT how many there are. STATUS_NOT_SUPPORTED: nobody tells. */
NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

/* What a list reported of a process and its threads, made exact where that can be; cycles that nobody reported are derived,
   or 0 where no rate is known. THREADS has room for all of the process's, and gets them. */
void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads);

/* The same in place, to the list's end. */
void query_process_list(struct nt_process_list *list);

/* Of all processors, in 100 ns; kernel includes idle. */
NTSTATUS query_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user);

/* 100 ns since the system started: now, and at the last tick, as nt_interrupt_time. Unbiased: less what it was asleep. */
ULONG64 query_interrupt_time_precise(void);
ULONG64 query_unbiased_interrupt_time(void);
ULONG64 query_unbiased_interrupt_time_precise(void);

/* The smallest step, in nanoseconds, that an answer was seen to make while this thread ran for up to 100 ms; 0: none. */
ULONG64 query_step(CYCLETIME_QUESTION question);

#endif
