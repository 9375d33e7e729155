/* SPDX-License-Identifier: MIT */
#include "library/query/quick_time.h"

LONG quick_time_is_open;
struct quick_time quick_time;

/* Returns 2^64 * BY / RATE, for BY < RATE < 2^34. */
static ULONG64 compute_inverse(ULONG64 by, ULONG64 rate)
{
    const ULONG64 first = (by << 30) / rate, rest = (by << 30) % rate;
    const ULONG64 second = (rest << 30) / rate;

    return first << 34 | second << 4 | ((rest << 30) % rate << 4) / rate;
}

/* Threads that run this at once write the same values. */
void quick_time_open(void)
{
    const ULONG64 rate = query_tsc_rate();

    if (quick_time_works() || rate <= 1200000000 || rate >> 34 || !query_tsc_is_invariant()) return;
    quick_time.half = (rate / 2 << 30) / rate << 2;
    quick_time.of_1ns = compute_inverse(1000000000, rate);
    quick_time.of_100ns = compute_inverse(10000000, rate);
    __atomic_store_n(&quick_time_is_open, 1, __ATOMIC_RELEASE);
}
