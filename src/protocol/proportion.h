/* SPDX-License-Identifier: MIT */
/* For both sides. */
#ifndef CYCLETIME_PROPORTION_H
#define CYCLETIME_PROPORTION_H

#include <stdint.h>

/* What PART is of SUM, of TOTAL; nothing of a sum of 0. Sums above 2^31 lose their last bits, so that products fit. */
static inline uint64_t in_proportion(uint64_t total, uint64_t part, uint64_t sum)
{
    while (sum >> 31) {
        sum >>= 1;
        part >>= 1;
    }
    return sum ? total / sum * part + total % sum * part / sum : 0;
}

#endif
