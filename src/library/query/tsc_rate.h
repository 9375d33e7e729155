/* SPDX-License-Identifier: MIT */
/* The rate of cycles, which are ticks of the invariant time-stamp counter as on Windows, and conversions to times. */
#ifndef CYCLETIME_QUERY_TSC_RATE_H
#define CYCLETIME_QUERY_TSC_RATE_H

#include <windows.h>

/* Ticks a second: the unixlib's; without it, found out once, which may take 5 ms (protocol/tsc_rate.h). Never changes.
   0: the clocks of this machine do not allow that. */
ULONG64 query_tsc_rate(void);

/* For a rate that is known. The result is rounded down, but nanoseconds to the nearest; 2^64 - 1: it would not fit. */
ULONG64 cycles_from_100ns(ULONG64 time);
ULONG64 nanoseconds_from_cycles(ULONG64 cycles);
ULONG64 times_from_cycles(ULONG64 cycles); /* in 100 ns */

/* Whether the processor promises that the rate is the same in every power state. */
BOOLEAN query_tsc_is_invariant(void);

/* The functions below convert cycles to time exactly as these do, but by multiplication: a division costs more than all the
   rest of a query of a thread's own time. */

/* Makes the functions below work, if the TSC is invariant and above 1.2 GHz: at a lower rate a sum could overflow. */
void quick_time_open(void);

extern LONG quick_time_is_open;
extern struct quick_time {
    ULONG64 of_1ns, of_100ns; /* 2^64 times the length of a cycle in 1 ns and in 100 ns; rounded down */
    ULONG64 half;             /* what rounding to the nearest adds: 2^32 * (rate / 2) / rate, rounded down */
} quick_time;

static inline BOOLEAN quick_time_works(void)
{
    return __atomic_load_n(&quick_time_is_open, __ATOMIC_ACQUIRE) != 0;
}

/* FALSE: the rounding error might change the result, which is so once in millions of times. The error is less than
   (CYCLES / 2^32 + 8) / 2^32. */
static inline BOOLEAN quick_product(ULONG64 cycles, ULONG64 inverse, ULONG64 half, ULONG64 *time)
{
    const ULONG high = (ULONG)(cycles >> 32), low = (ULONG)cycles;
    const ULONG inverse_high = (ULONG)(inverse >> 32), inverse_low = (ULONG)inverse;
    const ULONG64 parts =
        ((ULONG64)low * inverse_low >> 32) + (ULONG64)low * inverse_high + (ULONG64)high * inverse_low + half;

    if (high >> 24 || (ULONG)parts > 0xffffffff - high - 8) return FALSE;
    *time = (ULONG64)high * inverse_high + (parts >> 32);
    return TRUE;
}

static inline ULONG64 quick_nanoseconds(ULONG64 cycles)
{
    ULONG64 time;

    return quick_product(cycles, quick_time.of_1ns, quick_time.half, &time) ? time : nanoseconds_from_cycles(cycles);
}

static inline ULONG64 quick_100ns(ULONG64 cycles)
{
    ULONG64 time;

    return quick_product(cycles, quick_time.of_100ns, 0, &time) ? time : times_from_cycles(cycles);
}

#endif
