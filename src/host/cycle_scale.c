/* SPDX-License-Identifier: MIT */
#include "cycle_scale.h"

enum { SECOND = 1000000000 };

static uint64_t rate;

bool cycle_scale_set(uint64_t cycles_per_second)
{
    uint64_t none = 0;

    /* A second's nanoseconds times the rate have to fit. */
    if (!cycles_per_second || cycles_per_second >> 34) return false;
    __atomic_compare_exchange_n(&rate, &none, cycles_per_second, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return true;
}

uint64_t cycle_scale_rate(void)
{
    return __atomic_load_n(&rate, __ATOMIC_ACQUIRE);
}

uint64_t cycles_from_ns(uint64_t time)
{
    uint64_t per_second = cycle_scale_rate();

    return time / SECOND * per_second + time % SECOND * per_second / SECOND;
}
