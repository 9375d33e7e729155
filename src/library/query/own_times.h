/* SPDX-License-Identifier: MIT */
/* The calling thread's times by its snapshot: the total comes from its cycles, the kernel part from when the snapshot was
   synchronised, at most a millisecond ago. */
#ifndef CYCLETIME_OWN_TIMES_H
#define CYCLETIME_OWN_TIMES_H

#include "library/query/quick_time.h"
#include "library/source/own_snapshot.h"

/* Is incremented with each answer about a thread that another thread may have queried: after that the parts may differ. */
extern ULONG own_times_turn;

static inline BOOLEAN own_times_are_ours(const struct thread_split *split)
{
    return split->owner == (ULONG_PTR)&own_times_turn;
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
    if (!own_times_are_ours(split) || seen->turn != __atomic_load_n(&own_times_turn, __ATOMIC_RELAXED)) return FALSE;
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

/* This is called before a source is asked about any thread: a later answer is never smaller than one that the snapshot
   gave. */
void own_times_remember(void);

/* Keeps the calling thread's times after a source has reported them, as they were at TURN. */
void own_times_keep(const struct nt_times *times, ULONG turn);

/* This is called after an answer about any thread. */
void own_times_move_on(void);

#endif
