/* SPDX-License-Identifier: MIT */
/* The kernel's clocks as a test reads them itself, and work of a known length. */
#ifndef CYCLETIME_UNIT_LINUX_CLOCKS_H
#define CYCLETIME_UNIT_LINUX_CLOCKS_H

#include <stdint.h>
#include <time.h>

#define RATE 2000000000ull      /* reported to the unixlib where no TSC is involved: two cycles a nanosecond */

static inline uint64_t read_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline uint64_t own_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* The clock, and the TSC then: the tightest of several pairs, since others are interrupted. */
static inline uint64_t read_both_clocks(uint64_t *tsc)
{
    uint64_t before, width, time, found = 0, tightest = UINT64_MAX;
    int i;

    for (i = 0; i < 100; i++) {
        before = __builtin_ia32_rdtsc();
        time = read_ns(CLOCK_MONOTONIC_RAW);
        width = __builtin_ia32_rdtsc() - before;
        if (width >= tightest) continue;
        tightest = width;
        found = time;
        *tsc = before + width / 2;
    }
    return found;
}

/* Of the time-stamp counter, over 100 ms. */
static inline uint64_t measure_tsc_rate(void)
{
    uint64_t tsc = 0, tsc_then = 0, end;
    const uint64_t begin = read_both_clocks(&tsc_then);

    do end = read_both_clocks(&tsc);
    while (end - begin < 100000000);
    return (uint64_t)((double)(tsc - tsc_then) * 1e9 / (double)(end - begin));
}

static inline void work_ns(uint64_t time)
{
    uint64_t begin = own_ns();

    while (own_ns() - begin < time) {}
}

#endif
