/* SPDX-License-Identifier: MIT */
/* The cycles and times of threads, processes and their descendants. */
#ifndef CYCLETIME_CPU_TIME_H
#define CYCLETIME_CPU_TIME_H

#include "library/query/tsc_rate.h"
#include "library/source/unixlib.h"

/* Answers the question for cycles or times of the handle's thread or process. STATUS_NOT_SUPPORTED: no source knows it (any
   more). The times of a thread that has ended and that no source knows any more are the last ones that were reported, else
   0. Of the calling thread it is asked where its snapshot had no answer; for the cycles of the calling thread and process,
   the other members of *SEEN are not set. */
NTSTATUS query_cpu_time(CYCLETIME_QUESTION question, HANDLE handle, struct cpu_time *seen);

/* The calling thread's times by its snapshot: the total comes from its cycles, the kernel part from when the snapshot was
   synchronised, at most a millisecond ago. */

/* Is incremented with each answer about a thread that another thread may have queried: after that the parts may differ. */
extern ULONG own_times_generation;

static inline BOOLEAN own_times_are_ours(const struct thread_split *split)
{
    return split->owner == (ULONG_PTR)&own_times_generation;
}

/* FALSE: the caller has to ask the source. The snapshot's tsc to which the parts belong is read first and compared last: if
   it is the same, no part was written meanwhile. */
static inline BOOLEAN own_times_from_snapshot(struct nt_times *times)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();
    struct thread_split *split;
    const volatile struct thread_split *seen;
    ULONG64 cycles, tsc, returned, total;

    if (!snapshot || !quick_time_works()) return FALSE;
    seen = split = own_snapshot_split(snapshot);
    tsc = seen->tsc;
    if (!own_times_are_ours(split) || seen->turn != __atomic_load_n(&own_times_generation, __ATOMIC_RELAXED)) return FALSE;
    returned = seen->returned;
    total = seen->total;
    times->creation = seen->creation;
    times->exit = 0;
    times->kernel = seen->kernel;
    if (!thread_clock_snapshot_cycles(snapshot, &own_snapshot_trusted, &cycles)
        || *(volatile uint64_t *)&snapshot->tsc != tsc)
        return FALSE;
    cycles = quick_100ns(cycles);
    if (total < cycles) total = cycles;
    times->user = total - times->kernel;
    thread_clock_snapshot_exchange(&split->returned, returned, total);
    return TRUE;
}

/* The calling thread's path is short: programs read their cycles before and after everything that they measure. */
static inline NTSTATUS query_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    struct cpu_time seen;
    NTSTATUS status;

    if (thread == NT_CURRENT_THREAD && own_snapshot_cycles(cycles)) return STATUS_SUCCESS;
    status = query_cpu_time(CYCLETIME_QUESTION_THREAD_CYCLES, thread, &seen);
    if (NT_SUCCESS(status)) *cycles = seen.cycles;
    return status;
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles);

/* This is called where the calling thread's snapshot had no answer. */
NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times);

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

NTSTATUS query_thread_information(HANDLE thread, struct thread_information *information);

/* The most physical memory, in bytes, that a process used; 0: not known. STATUS_NOT_SUPPORTED: it has not ended. */
NTSTATUS query_ended_peak_memory(HANDLE process, ULONG64 *peak);

/* The recorded times of the descendants of a process that have ended. */
NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user);

/* Replaces the times of a listed process and its threads by exact ones where a source has them, and adds how the system
   runs the threads. Cycles that no source reports are derived from the times; they are 0 where no rate is known. THREADS
   has room for all of the process's threads, and receives them. */
void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads);

/* Does the same to all entries of a list, in place. */
void query_process_list(struct nt_process_list *list);

#endif
