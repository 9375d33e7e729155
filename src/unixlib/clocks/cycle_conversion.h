/* SPDX-License-Identifier: MIT */
/* The conversion of nanoseconds to cycles, at the rate that was found here, or that the Windows side passed. */
#ifndef CYCLETIME_CYCLE_CONVERSION_H
#define CYCLETIME_CYCLE_CONVERSION_H

#include <stdbool.h>
#include <stdint.h>

/* FALSE: no processor has this rate. The first rate that is set stays. */
bool cycle_conversion_set(uint64_t cycles_per_second);
uint64_t cycle_conversion_rate(void); /* 0: not set yet */

/* Rounds down, by one cycle too many at most; a later time gives no fewer cycles. 0 while no rate is set. */
uint64_t cycles_from_ns(uint64_t time);

#endif
