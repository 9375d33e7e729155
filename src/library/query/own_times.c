/* SPDX-License-Identifier: MIT */
#include "library/query/own_times.h"
#include "library/query/last_answer.h"

ULONG own_times_turn;

void own_times_remember(void)
{
    const struct thread_clock_snapshot *snapshot = own_snapshot();
    const struct thread_split *split;
    struct cpu_time reported = { .id = 0 };

    if (!snapshot) return;
    split = own_snapshot_split(snapshot);
    if (!own_times_are_ours(split) || split->returned < split->kernel) return;
    reported.id = nt_own_thread_id();
    reported.creation = split->creation;
    reported.kernel = split->kernel;
    reported.user = split->returned - split->kernel;
    last_answer_was(SUBJECT_THREAD, &reported);
}

static void put(uint64_t *to, uint64_t value)
{
    *(volatile uint64_t *)to = value;
}

/* If the thread is moved to another processor while it stores these, its snapshot is synchronised there, and NEXT is no
   longer the tsc of the snapshot. */
void own_times_keep(const struct nt_times *times, ULONG turn)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();
    struct thread_split *split;

    if (!snapshot) return;
    split = own_snapshot_split(snapshot);
    quick_time_open();
    put(&split->tsc, 0);
    put(&split->creation, times->creation);
    put(&split->kernel, times->kernel);
    put(&split->total, times->kernel + times->user);
    put(&split->returned, times->kernel + times->user);
    put(&split->turn, turn);
    put(&split->owner, (ULONG_PTR)&own_times_turn);
    put(&split->tsc, split->next);
}

void own_times_move_on(void)
{
    __atomic_fetch_add(&own_times_turn, 1, __ATOMIC_RELEASE);
}
