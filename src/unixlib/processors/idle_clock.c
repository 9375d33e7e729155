/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/idle_clock.h"

static const int64_t LONG_IDLE = 10 * 1000000000ll;

bool idle_clock_began_anew(const struct idle_clock *clock, int64_t reported)
{
    return clock->shown >= LONG_IDLE && clock->base + reported <= clock->shown / 2;
}

void idle_clock_advance(struct idle_clock *clock, int64_t reported, int64_t now)
{
    const int64_t most = clock->shown + now - clock->moment;
    const int64_t idle = clock->base + reported;

    if (idle > clock->shown) clock->shown = idle < most ? idle : most;
    clock->moment = now;
}

void idle_clock_resume(struct idle_clock *clock, int64_t reported, int64_t now, int64_t worked)
{
    clock->shown += now - clock->moment - worked;
    clock->base = clock->shown - reported;
    clock->moment = now;
}
