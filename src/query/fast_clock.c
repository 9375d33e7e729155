/* SPDX-License-Identifier: MIT */
#include "fast_clock.h"
#include "../protocol/maximum.h"

ULONG64 counter_told;
ULONG counter_was_told;

ULONG64 query_counter_told(ULONG64 counter)
{
    const ULONG64 told = atomic_maximum(&counter_told, counter);

    __atomic_store_n(&counter_was_told, TRUE, __ATOMIC_RELEASE);
    return told;
}

ULONG64 query_counter_since(ULONG64 counter)
{
    return larger(counter, atomic_read(&counter_told));
}

/* How many ticks of the system went by in which no line could be drawn, as where Linux keeps time by something else. */
struct patience {
    ULONG tick, ticks;
};

/* In each tick there is a try; more than one as long as the line may only be late. */
static BOOLEAN is_worth_a_try(struct patience *patience)
{
    enum { LATE = 4 };
    const ULONG tick = (ULONG)nt_interrupt_time();

    if (__atomic_load_n(&patience->tick, __ATOMIC_RELAXED) == tick)
        return __atomic_load_n(&patience->ticks, __ATOMIC_RELAXED) < LATE;
    __atomic_store_n(&patience->tick, tick, __ATOMIC_RELAXED);
    __atomic_fetch_add(&patience->ticks, 1, __ATOMIC_RELAXED);
    return TRUE;
}

static void look_for_line(struct patience *patience, const struct clock_line *const *line)
{
    struct clock_moment unused;

    if (host_read_line(line, &unused)) __atomic_store_n(&patience->ticks, 0, __ATOMIC_RELAXED);
}

BOOLEAN query_ask_counter(struct clock_moment *now)
{
    static struct patience patience;

    if (!is_worth_a_try(&patience) || !host_ask_counter_moment(now)) return FALSE;
    look_for_line(&patience, &counter_line);
    return TRUE;
}

BOOLEAN query_ask_date(struct clock_moment *now)
{
    static struct patience patience;

    if (!is_worth_a_try(&patience) || !host_ask_date_moment(now)) return FALSE;
    look_for_line(&patience, &date_line);
    return TRUE;
}

/* The quickest of several, since any may be interrupted. */
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

/* A line costs about as much as the counter itself, which is read once more here. */
BOOLEAN query_counter_gains(uint64_t (*now)(void))
{
    return host_clocks_are_counted() && least_ticks(now, TRUE) > 3 * least_ticks(now, FALSE);
}
