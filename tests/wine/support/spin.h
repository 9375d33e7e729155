/* SPDX-License-Identifier: MIT */
/* Work whose amount is known from both sides, whatever else the machine does meanwhile. */
#ifndef SPIN_H
#define SPIN_H

#include <windows.h>

/* Ticks of the time-stamp counter: this thread surely ran for `ran`, as Linux counted, and at most for `passed`. Linux
   subtracts the time that a hypervisor took from a processor from the thread that runs there next, which may have been
   waiting meanwhile. On a quiet machine, without steal, none of 150 spins of 100 ms lacked anything; on a busy one, with
   20 s of steal in two hours, Wine reported 260 ms of one of 300, and 170 of one of 192. So a quarter may be missing. */
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
    done.ran -= done.ran / 4;
    return done;
}

#endif
