/* SPDX-License-Identifier: MIT */
/* The rate of cycles. A cycle is a tick of the invariant time-stamp counter, as on Windows. */
#ifndef CYCLETIME_QUERY_TSC_RATE_H
#define CYCLETIME_QUERY_TSC_RATE_H

#include <windows.h>

/* Ticks a second: the unixlib's; without it, found out once, which may take 5 ms (tsc_rate.h). Never changes.
   0: the clocks of this machine do not allow that. */
ULONG64 query_tsc_rate(void);

/* Rounds down; 2^64 - 1 where the result would not fit. Asks for a rate that is known. */
ULONG64 cycles_from_100ns(ULONG64 time);

/* Rounds to the nearest; 2^64 - 1 where the result would not fit. Asks for a rate that is known. */
ULONG64 nanoseconds_from_cycles(ULONG64 cycles);

/* In 100 ns; rounds down. Asks for a rate that is known. */
ULONG64 times_from_cycles(ULONG64 cycles);

/* Whether the processor promises that the rate is the same in every power state. */
BOOLEAN query_tsc_is_invariant(void);

#endif
