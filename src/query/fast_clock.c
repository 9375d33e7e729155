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
    const ULONG64 told = atomic_read(&counter_told);

    return counter > told ? counter : told;
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
    return source_wine_host.presence() == PRESENT && least_ticks(now, TRUE) > 3 * least_ticks(now, FALSE);
}
