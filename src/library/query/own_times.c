/* SPDX-License-Identifier: MIT */
#include "library/query/own_times.h"
#include "library/query/monotonic_cache.h"

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
    monotonic_cache_store(SUBJECT_THREAD, &reported);
}

static void store_value(uint64_t *to, uint64_t value)
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
    store_value(&split->tsc, 0);
    store_value(&split->creation, times->creation);
    store_value(&split->kernel, times->kernel);
    store_value(&split->total, times->kernel + times->user);
    store_value(&split->returned, times->kernel + times->user);
    store_value(&split->turn, turn);
    store_value(&split->owner, (ULONG_PTR)&own_times_turn);
    store_value(&split->tsc, split->next);
}

void own_times_move_on(void)
{
    __atomic_fetch_add(&own_times_turn, 1, __ATOMIC_RELEASE);
}
