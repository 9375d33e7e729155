/* SPDX-License-Identifier: MIT */
/* Nanoseconds in cycles, at the rate that was found here, or that the Windows side reported. */
#ifndef CYCLETIME_CYCLE_SCALE_H
#define CYCLETIME_CYCLE_SCALE_H

#include <stdbool.h>
#include <stdint.h>

/* FALSE: no rate that a processor has. The first that is reported stays. */
bool cycle_scale_set(uint64_t cycles_per_second);
uint64_t cycle_scale_rate(void); /* 0: not reported yet */

/* Rounds down, by one cycle too many at most; never back for a later time; 0 while no rate is reported. */
uint64_t cycles_from_ns(uint64_t time);

#endif
