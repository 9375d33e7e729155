/* SPDX-License-Identifier: MIT */
#include "own_times.h"
#include "last_answer.h"

ULONG own_times_turn;

void own_times_remember(void)
{
    const struct thread_line *line = own_line();
    const struct thread_split *split;
    struct cpu_time told = { .id = 0 };

    if (!line) return;
    split = own_line_split(line);
    if (!own_times_are_ours(split) || split->told < split->kernel) return;
    told.id = nt_own_thread_id();
    told.creation = split->creation;
    told.kernel = split->kernel;
    told.user = split->told - split->kernel;
    last_answer_was(SUBJECT_THREAD, &told);
}

static void put(uint64_t *to, uint64_t value)
{
    *(volatile uint64_t *)to = value;
}

/* If the thread is sent elsewhere in the midst of this, it is synchronised there, and NEXT is not the line's any more. */
void own_times_keep(const struct nt_times *times, ULONG turn)
{
    struct thread_line *line = own_line();
    struct thread_split *split;

    if (!line) return;
    split = own_line_split(line);
    quick_time_open();
    put(&split->tsc, 0);
    put(&split->creation, times->creation);
    put(&split->kernel, times->kernel);
    put(&split->total, times->kernel + times->user);
    put(&split->told, times->kernel + times->user);
    put(&split->turn, turn);
    put(&split->owner, (ULONG_PTR)&own_times_turn);
    put(&split->tsc, split->next);
}

void own_times_move_on(void)
{
    __atomic_fetch_add(&own_times_turn, 1, __ATOMIC_RELEASE);
}
