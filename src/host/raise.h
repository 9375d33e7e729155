/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HOST_RAISE_H
#define CYCLETIME_HOST_RAISE_H

#include <stdint.h>

/* Raises *LAST to VALUE where that is larger, and returns the larger. */
static inline int64_t raise_last(int64_t *last, int64_t value)
{
    int64_t seen = __atomic_load_n(last, __ATOMIC_RELAXED);

    while (seen < value)
        if (__atomic_compare_exchange_n(last, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return value;
    return seen;
}

#endif
