/* SPDX-License-Identifier: MIT */
#include "host_clock.h"
#include "../protocol/host_calls.h"
#include "../nt/unix_side.h"

static BOOLEAN read_clocks(struct host_clocks *clocks)
{
    return NT_SUCCESS(unix_side_call(HOST_CALL_CLOCKS, clocks));
}

BOOLEAN host_clock(ULONG64 *raw, ULONG64 *asleep)
{
    struct host_clocks clocks;

    if (source_wine_host.presence() != PRESENT || !read_clocks(&clocks)) return FALSE;
    *raw = clocks.raw;
    *asleep = clocks.asleep;
    return TRUE;
}

/* In nanoseconds. */
static BOOLEAN counter_time(ULONG64 *time)
{
    const ULONG64 second = 1000000000;
    ULONG64 counter, frequency;

    if (!NT_SUCCESS(nt_performance_counter(&counter, &frequency)) || !frequency) return FALSE;
    *time = counter / frequency * second + counter % frequency * second / frequency;
    return TRUE;
}

/* Whether the counter, and with it the interrupt time, is Linux's boot time (Wine since 10.17), and not its raw time
   (before) or, where Linux has no boot time, its monotonic one. FALSE also while that cannot be said. */
static BOOLEAN sleep_is_counted(void)
{
    enum { UNKNOWN, NO, YES };
    const ULONG64 step = 100; /* of Wine's counter, which is rounded down to it */
    static LONG known;
    struct host_clocks before, after;
    ULONG64 counter;
    LONG answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (answer != UNKNOWN) return answer == YES;
    if (!read_clocks(&before) || !counter_time(&counter) || !read_clocks(&after)) return FALSE;
    answer = counter + step > before.boot && counter <= after.boot ? YES : NO;
    /* The other clock may lie in between, too. */
    if (answer == YES && after.boot - before.boot > before.asleep) return FALSE;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return answer == YES;
}

enum presence host_clock_asleep(ULONG64 *asleep)
{
    const enum presence presence = source_wine_host.presence();
    struct host_clocks clocks;

    *asleep = 0;
    if (presence != PRESENT || !read_clocks(&clocks) || !clocks.asleep || !sleep_is_counted()) return presence;
    *asleep = clocks.asleep / 100;
    return presence;
}
