/* SPDX-License-Identifier: MIT */
/* The clocks that programs read most often, by counter scales where the unixlib fits them. */
#ifndef CYCLETIME_CLOCKS_H
#define CYCLETIME_CLOCKS_H

#include "library/source/unixlib_clock.h"
#include "protocol/arithmetic.h"

#include <windows.h>

/* Whether scales exist and reading the system's performance counter costs more than reading it by a scale. NOW reads the
   time-stamp counter in program order. Where this is FALSE the system's functions are not replaced. */
BOOLEAN query_counter_gains(uint64_t (*now)(void));

/* The largest value that the system itself returned; a later answer by the scale is never smaller. */
extern struct largest_answer counter_answered;

/* Reads the clock where no scale is valid now. FALSE: none was for some ticks, and the system is quicker to ask. */
BOOLEAN query_counter_ask(struct clock_moment *now);
BOOLEAN query_date_ask(struct clock_moment *now);

/* The time in 100 ns. FALSE: the caller has to ask the system. ASK has no other argument, so that the quick path keeps none
   in a register. */
static inline BOOLEAN query_clock(const struct system_clock *clock, BOOLEAN (*ask)(struct clock_moment *), ULONG64 *time)
{
    struct clock_moment now, asked; /* so that what is read stays in registers */

    if (!unixlib_clock_read(clock, &now)) {
        if (!ask(&asked)) return FALSE;
        now = asked;
    }
    *time = now.time;
    return TRUE;
}

/* The performance counter. FALSE: the caller has to ask the system, and passes its answer to query_counter_of_system. */
static inline BOOLEAN query_counter(ULONG64 *counter)
{
    ULONG64 now;

    if (!query_clock(&unixlib_counter, query_counter_ask, &now)) return FALSE;
    *counter = largest_answer_floor(&counter_answered, now);
    return TRUE;
}

static inline ULONG64 query_counter_of_system(ULONG64 counter)
{
    return largest_answer_raise(&counter_answered, counter);
}

/* The date in 100 ns since 1601, which may be set back. FALSE: the caller has to ask the system. */
static inline BOOLEAN query_date(ULONG64 *date)
{
    return query_clock(&unixlib_date, query_date_ask, date);
}

#endif
