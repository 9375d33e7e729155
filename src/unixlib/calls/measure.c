/* SPDX-License-Identifier: MIT */
#include "call.h"
#include "../clocks/linux_clock.h"

#include <sys/resource.h>
#include <time.h>

static bool read_process_clock(void)
{
    struct timespec time;

    return !clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
}

static bool read_process_times(void)
{
    struct rusage usage;

    return read_process_clock() && !getrusage(RUSAGE_SELF, &usage);
}

int32_t call_measure(void *arguments)
{
    static bool (*const reads[])(void) = {
        [UNIXLIB_MEASURED_PROCESS_CLOCK] = read_process_clock,
        [UNIXLIB_MEASURED_PROCESS_TIMES] = read_process_times,
    };
    struct unixlib_measure *measure = arguments;
    uint64_t begin, end;
    uint32_t i;

    if (measure->what >= sizeof reads / sizeof *reads || !measure->rounds) return UNIXLIB_REFUSED;
    if (!linux_steady_clock(&begin)) return UNIXLIB_REFUSED;
    for (i = 0; i < measure->rounds; i++)
        if (!reads[measure->what]()) return UNIXLIB_REFUSED;
    if (!linux_steady_clock(&end)) return UNIXLIB_REFUSED;
    measure->nanoseconds = end - begin;
    return UNIXLIB_DONE;
}
