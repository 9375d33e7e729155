/* SPDX-License-Identifier: MIT */
/* The kernel's clocks as a test reads them itself, and work of a known length. */
#ifndef CYCLETIME_UNIT_LINUX_CLOCKS_H
#define CYCLETIME_UNIT_LINUX_CLOCKS_H

#include <stdint.h>
#include <time.h>

#define RATE 2000000000ull      /* told to the Linux side where no counter is involved: two cycles a nanosecond */

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

/* Of the time-stamp counter, over 100 ms. */
static inline uint64_t counter_rate(void)
{
    uint64_t begin = read_ns(CLOCK_MONOTONIC_RAW), tsc = __builtin_ia32_rdtsc(), end;

    do end = read_ns(CLOCK_MONOTONIC_RAW);
    while (end - begin < 100000000);
    return (uint64_t)((double)(__builtin_ia32_rdtsc() - tsc) * 1e9 / (double)(end - begin));
}

static inline void work_ns(uint64_t time)
{
    uint64_t begin = own_ns();

    while (own_ns() - begin < time) {}
}

#endif
