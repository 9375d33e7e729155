/* SPDX-License-Identifier: MIT */
#include "library/query/fast_clock.h"

struct largest_answer counter_answered;

/* Calling the unixlib for a scale is worth it once in each tick of the system, and more often during the first ticks
   without a scale, which may only be late. Where Linux' clock source is not the time-stamp counter, no scale comes. */
static BOOLEAN is_worth_a_try(struct system_clock *clock)
{
    enum { LATE = 4 };
    const ULONG tick = (ULONG)nt_interrupt_time();

    if (__atomic_load_n(&clock->tick, __ATOMIC_RELAXED) == tick)
        return __atomic_load_n(&clock->ticks, __ATOMIC_RELAXED) < LATE;
    __atomic_store_n(&clock->tick, tick, __ATOMIC_RELAXED);
    __atomic_fetch_add(&clock->ticks, 1, __ATOMIC_RELAXED);
    return TRUE;
}

static BOOLEAN query_system_clock(struct system_clock *clock, struct clock_moment *now)
{
    struct clock_moment unused;

    if (!is_worth_a_try(clock) || !unixlib_clock_ask(clock, now)) return FALSE;
    if (unixlib_clock_read(clock, &unused)) __atomic_store_n(&clock->ticks, 0, __ATOMIC_RELAXED);
    return TRUE;
}

BOOLEAN query_counter_ask(struct clock_moment *now)
{
    return query_system_clock(&unixlib_counter, now);
}

BOOLEAN query_date_ask(struct clock_moment *now)
{
    return query_system_clock(&unixlib_date, now);
}

/* The smallest of several measurements, since any may be interrupted. */
static uint64_t least_ticks(uint64_t (*now)(void), BOOLEAN of_system)
{
    uint64_t least = ~0ull, before, passed;
    ULONG64 counter, frequency;
    int i;

    for (i = 0; i < 32; i++) {
        before = now();
        if (of_system && !NT_SUCCESS(nt_performance_counter(&counter, &frequency))) return 0;
        passed = now() - before;
        if (passed < least) least = passed;
    }
    return least;
}

/* Reading the clock by a scale costs about as much as reading the time-stamp counter, which the measurement reads once
   more. */
BOOLEAN query_counter_gains(uint64_t (*now)(void))
{
    return unixlib_clocks_are_counted() && least_ticks(now, TRUE) > 3 * least_ticks(now, FALSE);
}
