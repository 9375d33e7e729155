/* SPDX-License-Identifier: MIT */
/* Work whose amount is known from both sides, whatever else the machine does meanwhile. */
#ifndef SPIN_H
#define SPIN_H

#include <windows.h>

/* Ticks of the time-stamp counter: what this thread surely ran, and what passed, which it cannot have run more than. */
struct spin {
    ULONG64 ran, passed;
};

static inline ULONG64 tsc(void)
{
    return __builtin_ia32_rdtsc();
}

/* Until it has run for TICKS, or where even two readings are never close to each other, for a long time. */
static inline struct spin spin(ULONG64 ticks)
{
    const ULONG64 interruption = 2000;  /* a gap in which another thread could have run is not counted */
    struct spin done = { 0, 0 };
    ULONG64 begin = tsc(), last = begin, now;

    while (done.ran < ticks && done.passed < 50 * ticks) {
        now = tsc();
        if (now - last < interruption) done.ran += now - last;
        done.passed = now - begin;
        last = now;
    }
    return done;
}

#endif
