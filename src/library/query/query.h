/* SPDX-License-Identifier: MIT */
/* Each function answers one query by the best source that works. Answers are monotonic; outputs are written on
   success only. */
#ifndef CYCLETIME_QUERY_H
#define CYCLETIME_QUERY_H

#include "library/query/choose.h"
#include "library/query/own_times.h"

/* These are called where the calling thread's snapshot had no answer. */
NTSTATUS query_thread_cycles_of_source(HANDLE thread, ULONG64 *cycles);

/* STATUS_NOT_SUPPORTED: the thread has ended, and no source knows its cycles any more. The path of the calling thread is as
   short as possible, since programs read its cycles before and after everything that they measure. */
static inline NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    if (thread == NT_CURRENT_THREAD && own_snapshot_cycles(cycles)) return STATUS_SUCCESS;
    return query_thread_cycles_of_source(thread, cycles);
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles);

/* These are called where the calling thread's snapshot had no answer. */
NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times);

/* The times of a thread that has ended and that no source knows any more are the last ones that were reported, else 0. */
static inline NTSTATUS query_thread_times(HANDLE thread, struct nt_times *times)
{
    if (thread == NT_CURRENT_THREAD && own_times_from_snapshot(times)) return STATUS_SUCCESS;
    return query_thread_times_of_source(thread, times);
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times);

/* The members of Windows' SYSTEM_THREAD_INFORMATION. query_thread_information returns STATUS_NOT_SUPPORTED if no source
   knows how the system runs the thread. */
struct thread_information {
    struct nt_thread_basics basics;
    struct nt_times times;
    struct nt_scheduling scheduling;
};

BOOLEAN query_knows_scheduling(void);
NTSTATUS query_thread_information(HANDLE thread, struct thread_information *information);

/* The times of those descendants of a process that have ended, as far as they were recorded. */
NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user);

/* For COUNT processors of a group, into as many elements of Windows' structures, which are undefined after a failure.
   STATUS_NOT_SUPPORTED: no source reports the values. */
NTSTATUS query_idle_cycles(USHORT group, ULONG count, PVOID elements);           /* ULONG64 */
NTSTATUS query_system_cycles(USHORT group, ULONG count, PVOID elements);         /* ULONG64 */
NTSTATUS query_processor_times(USHORT group, ULONG count, PVOID elements);       /* struct nt_processor_times */
NTSTATUS query_processor_idle(USHORT group, ULONG count, PVOID elements);        /* struct nt_processor_idle */
NTSTATUS query_processor_dpcs(USHORT group, ULONG count, PVOID elements);        /* ULONG: how many there were */
NTSTATUS query_processor_frequencies(USHORT group, ULONG count, PVOID elements); /* struct processor_frequency */

/* The values of the whole machine. STATUS_NOT_SUPPORTED: no source reports them. */
NTSTATUS query_system_counts(struct system_counts *counts);

/* A processor's idle states: up to ROOM of them, and in *COUNT how many there are. STATUS_NOT_SUPPORTED: no source reports
   them. */
NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

/* Replaces the times of a listed process and its threads by exact ones where a source has them, and adds how the system
   runs the threads. Cycles that no source reports are derived from the times; they are 0 where no rate is known. THREADS
   has room for all of the process's threads, and receives them. */
void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads);

/* Does the same to all entries of a list, in place. */
void query_process_list(struct nt_process_list *list);

/* The sums over all processors, in 100 ns; kernel time includes idle time. */
NTSTATUS query_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user);

/* The same as the system itself computes them in a hooked program, from class 8: the two always agree. */
NTSTATUS query_exported_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user);

/* The time since the system started, in 100 ns: the precise functions report it at the call, the other at the last tick, as
   nt_interrupt_time does. Unbiased time leaves out how long the system was asleep. */
ULONG64 query_interrupt_time_precise(void);
ULONG64 query_unbiased_interrupt_time(void);
ULONG64 query_unbiased_interrupt_time_precise(void);

/* The smallest step, in nanoseconds, between two answers while this thread ran for up to 100 ms; 0: none was seen. */
ULONG64 query_step(CYCLETIME_QUESTION question);

#endif
