/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_INVARIANT_TSC_H
#define CYCLETIME_INVARIANT_TSC_H

#include "protocol/processor_id.h"

/* Whether CPUID, of which LEAF reads one leaf, promises one rate of the time-stamp counter in every power state (Intel SDM
   and AMD APM, leaf 80000007h, edx). */
static inline int promises_invariant_tsc(struct processor_id (*leaf)(uint32_t leaf))
{
    const uint32_t promise = 0x80000007, bit = 8;

    return leaf(0x80000000).eax >= promise && leaf(promise).edx >> bit & 1;
}

#endif
