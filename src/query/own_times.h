/* SPDX-License-Identifier: MIT */
/* The calling thread's times by its line: the total by its cycles, the kernel part as it was when the line was
   synchronised, at most a millisecond ago. */
#ifndef CYCLETIME_OWN_TIMES_H
#define CYCLETIME_OWN_TIMES_H

#include "quick_time.h"
#include "../source/own_line.h"

/* Moves on with each answer about a thread that another may have asked for: after it the parts may be others. */
extern ULONG own_times_turn;

static inline BOOLEAN own_times_are_ours(const struct thread_split *split)
{
    return split->owner == (ULONG_PTR)&own_times_turn;
}

/* FALSE: the source has to be asked. Which line the parts go with is read first, and compared last: then nothing was
   written to them meanwhile. */
static inline BOOLEAN own_times_by_line(struct nt_times *times)
{
    struct thread_line *line = own_line();
    struct thread_split *split;
    const volatile struct thread_split *seen;
    ULONG64 cycles, tsc, told, total;

    if (!line || !quick_time_works()) return FALSE;
    seen = split = own_line_split(line);
    tsc = seen->tsc;
    if (!own_times_are_ours(split) || seen->turn != __atomic_load_n(&own_times_turn, __ATOMIC_RELAXED)) return FALSE;
    told = seen->told;
    total = seen->total;
    times->creation = seen->creation;
    times->exit = 0;
    times->kernel = seen->kernel;
    if (!thread_line_cycles(line, &own_line_trusted, &cycles) || *(volatile uint64_t *)&line->tsc != tsc) return FALSE;
    cycles = quick_100ns(cycles);
    if (total < cycles) total = cycles;
    times->user = total - times->kernel;
    thread_line_exchange(&split->told, told, total);
    return TRUE;
}

/* Before a source is asked about any thread: what the line told is never taken back. */
void own_times_remember(void);

/* After a source has told the calling thread's, as they were at TURN. */
void own_times_keep(const struct nt_times *times, ULONG turn);

/* After an answer about any thread. */
void own_times_move_on(void);

#endif
