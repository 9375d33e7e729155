/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_INVARIANT_COUNTER_H
#define CYCLETIME_INVARIANT_COUNTER_H

#include <stdint.h>

enum { INVARIANT_COUNTER_BIT = 8 };
#define INVARIANT_COUNTER_LEAF 0x80000007u

/* Whether CPUID promises one rate of the time-stamp counter in every power state (Intel SDM and AMD APM, leaf 80000007h,
   edx). HIGHEST: the highest extended leaf. */
static inline int promises_invariant_counter(uint32_t highest, uint32_t edx)
{
    return highest >= INVARIANT_COUNTER_LEAF && edx >> INVARIANT_COUNTER_BIT & 1;
}

#endif
