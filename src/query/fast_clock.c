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
static ULONG64 least_ticks(BOOLEAN of_system)
{
    ULONG64 least = ~0ull, before, passed, counter, frequency;
    int i;

    for (i = 0; i < 32; i++) {
        before = ordered_counter();
        if (of_system && !NT_SUCCESS(nt_performance_counter(&counter, &frequency))) return 0;
        passed = ordered_counter() - before;
        if (passed < least) least = passed;
    }
    return least;
}

/* A line costs about as much as the counter itself, which is read once more here. */
BOOLEAN query_counter_gains(void)
{
    return source_wine_host.presence() == PRESENT && least_ticks(TRUE) > 3 * least_ticks(FALSE);
}
