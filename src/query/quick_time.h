/* SPDX-License-Identifier: MIT */
/* Cycles as time, exactly as cycle_rate.h has it, but by products: a division costs more than all else in a question of a
   thread for its own time. */
#ifndef CYCLETIME_QUICK_TIME_H
#define CYCLETIME_QUICK_TIME_H

#include "cycle_rate.h"

/* Looks whether there is a rate for it: an invariant counter's of more than 1 GHz. */
void quick_time_open(void);

extern LONG quick_time_is_open;
extern struct quick_time {
    ULONG64 rate;
    ULONG64 of_1ns, of_100ns; /* 2^64 times these in seconds, by the rate; rounded down */
} quick_time;

static inline BOOLEAN quick_time_works(void)
{
    return __atomic_load_n(&quick_time_is_open, __ATOMIC_ACQUIRE) != 0;
}

static inline ULONG64 high_product(ULONG64 left, ULONG64 right)
{
    const ULONG64 low_low = (left & 0xffffffff) * (right & 0xffffffff), low_high = (left & 0xffffffff) * (right >> 32);
    const ULONG64 high_low = (left >> 32) * (right & 0xffffffff), high_high = (left >> 32) * (right >> 32);
    const ULONG64 middle = (low_low >> 32) + (low_high & 0xffffffff) + high_low;

    return high_high + (low_high >> 32) + (middle >> 32);
}

/* cycles * by / rate, or the next one: the product is too small by less than 2. */
static inline ULONG64 quick_quotient(ULONG64 cycles, ULONG by, ULONG64 inverse, ULONG64 round)
{
    const ULONG64 rate = quick_time.rate;
    ULONG64 quotient = high_product(cycles, inverse), rest = cycles * by - quotient * rate;

    if (rest >= rate) {
        quotient++;
        rest -= rate;
    }
    return quotient + (rest + round >= rate);
}

/* Rounds to the nearest. */
static inline ULONG64 quick_nanoseconds(ULONG64 cycles)
{
    return quick_quotient(cycles, 1000000000, quick_time.of_1ns, quick_time.rate / 2);
}

/* In 100 ns; rounds down. */
static inline ULONG64 quick_100ns(ULONG64 cycles)
{
    return quick_quotient(cycles, 10000000, quick_time.of_100ns, 0);
}

#endif
