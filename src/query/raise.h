/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_RAISE_H
#define CYCLETIME_RAISE_H

#include <windows.h>

static inline ULONG64 load(const ULONG64 *value)
{
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

/* The larger of VALUE and what stands there, which it is from now on. */
static inline ULONG64 raise(ULONG64 *stored, ULONG64 value)
{
    ULONG64 last = load(stored);

    while (last < value)
        if (__atomic_compare_exchange_n(stored, &last, value, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return value;
    return last;
}

#endif
