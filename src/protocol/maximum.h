/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_MAXIMUM_H
#define CYCLETIME_MAXIMUM_H

#include <stdint.h>

static inline uint64_t atomic_read(const uint64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

static inline uint64_t larger(uint64_t left, uint64_t right)
{
    return left > right ? left : right;
}

/* Stores VALUE where it is larger than what is stored; returns the larger. */
static inline uint64_t atomic_maximum(uint64_t *stored, uint64_t value)
{
    uint64_t last = atomic_read(stored);

    while (last < value)
        if (__atomic_compare_exchange_n(stored, &last, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return value;
    return last;
}

#endif
