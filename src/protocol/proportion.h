/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROPORTION_H
#define CYCLETIME_PROPORTION_H

#include <stdint.h>

/* Returns TOTAL * PART / SUM; 0 where SUM is 0. Sums above 2^31 lose their last bits, so that products fit. To compute a
   remainder would be another division where the hardware has none of 64 bits. */
static inline uint64_t in_proportion(uint64_t total, uint64_t part, uint64_t sum)
{
    uint64_t times;

    while (sum >> 31) {
        sum >>= 1;
        part >>= 1;
    }
    if (!sum) return 0;
    times = total / sum;
    return times * part + (total - times * sum) * part / sum;
}

#endif
