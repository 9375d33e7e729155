/* SPDX-License-Identifier: MIT */
#include "measure.h"
#include "linux_clock.h"

#include <sys/resource.h>
#include <time.h>

/* 0: it is not told. */
static uint64_t now(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_MONOTONIC, &time) ? 0 : (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool read_tsc(void)
{
    return __builtin_ia32_rdtsc() != 0;
}

static bool read_thread_clock(void)
{
    struct timespec time;

    return !clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
}

static bool read_process_clock(void)
{
    struct timespec time;

    return !clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
}

static bool read_thread_times(void)
{
    struct rusage usage;

    return read_thread_clock() && !getrusage(RUSAGE_THREAD, &usage);
}

static bool read_process_times(void)
{
    struct rusage usage;

    return read_process_clock() && !getrusage(RUSAGE_SELF, &usage);
}

bool measure(struct host_measure *measure)
{
    static bool (*const reads[])(void) = {
        [HOST_MEASURED_TSC] = read_tsc,
        [HOST_MEASURED_THREAD_CLOCK] = read_thread_clock,
        [HOST_MEASURED_THREAD_TIMES] = read_thread_times,
        [HOST_MEASURED_PROCESS_CLOCK] = read_process_clock,
        [HOST_MEASURED_PROCESS_TIMES] = read_process_times,
    };
    uint64_t begin, end;
    uint32_t i;

    if (measure->what >= sizeof reads / sizeof *reads || !measure->rounds) return false;
    begin = now();
    for (i = 0; i < measure->rounds; i++)
        if (!reads[measure->what]()) return false;
    end = now();
    if (!begin || !end) return false;
    measure->nanoseconds = end - begin;
    return true;
}
