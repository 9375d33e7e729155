/* SPDX-License-Identifier: MIT */
#include "idle_clock.h"
#include "raise.h"

static const int64_t LONG_IDLE = 10 * 1000000000ll;

static int64_t load(const int64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

/* A counter that lost half of what it had has begun anew; one that is only a little behind has not. */
static int64_t continued(struct idle_clock *clock, int64_t told)
{
    int64_t shown = load(&clock->shown), base = load(&clock->base);

    if (shown < LONG_IDLE || base + told > shown / 2) return base + told;
    __atomic_compare_exchange_n(&clock->base, &base, shown - told, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return shown;
}

int64_t idle_clock_advance(struct idle_clock *clock, int64_t told, int64_t now)
{
    int64_t idle = continued(clock, told), busy = load(&clock->busy), shown;

    if (busy != INT64_MIN && idle > now - busy) idle = now - busy;
    shown = raise_last(&clock->shown, idle);
    raise_last(&clock->busy, now - shown);
    return shown;
}
