/* SPDX-License-Identifier: MIT */
#include "host_clock.h"
#include "../protocol/host_calls.h"
#include "../nt/unix_side.h"

static BOOLEAN read_clocks(struct host_clocks *clocks)
{
    return NT_SUCCESS(unix_side_call(HOST_CALL_CLOCKS, clocks));
}

ULONG64 host_rate(void)
{
    struct host_rate rate = { .cycles_per_second = 0 };

    if (source_wine_host.presence() != PRESENT || unix_side_call(HOST_CALL_RATE, &rate) != HOST_DONE) return 0;
    return rate.cycles_per_second;
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
    if (!read_clocks(&before) || !nt_performance_time(1000000000, &counter) || !read_clocks(&after)) return FALSE;
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

const struct clock_line *counter_line, *date_line;

/* In this module, which stays; the Linux side may know of another one in this process. */
static struct clock_line lines[HOST_LINES];

static BOOLEAN ask(ULONG clock, const struct clock_line **used, struct clock_moment *now)
{
    struct host_moment moment = { .line = (ULONG_PTR)&lines[clock], .clock = clock };

    if (unix_side_call(HOST_CALL_MOMENT, &moment) != HOST_DONE) return FALSE;
    __atomic_store_n(used, (const struct clock_line *)(ULONG_PTR)moment.line, __ATOMIC_RELEASE);
    *now = (struct clock_moment){ moment.time, moment.asleep };
    return TRUE;
}

/* Wine's counter is rounded down to it, in nanoseconds. */
enum { STEP = 100 };

static BOOLEAN lies_between(ULONG64 counter, ULONG64 before, ULONG64 after)
{
    return counter + STEP > before && counter <= after;
}

/* Which of Linux' clocks the counter is: the one that it lies between two readings of. HOST_LINES: that cannot be said,
   because it lies there with both, as shortly after Linux' start, or with neither. */
static ULONG find_clock(void)
{
    struct host_clocks before, after;
    ULONG64 counter, frequency;
    BOOLEAN is_raw, is_boot;

    if (!read_clocks(&before) || !NT_SUCCESS(nt_performance_counter(&counter, &frequency)) || !read_clocks(&after)
        || frequency != 1000000000 / STEP)
        return HOST_LINES;
    is_raw = lies_between(counter * STEP, before.raw, after.raw);
    is_boot = lies_between(counter * STEP, before.boot, after.boot);
    if (is_raw == is_boot) return HOST_LINES;
    return is_raw ? HOST_LINE_RAW : HOST_LINE_BOOT;
}

/* Looked for a few times, and then no more: each time costs as much as many answers. */
static BOOLEAN clock_of_counter(ULONG *clock)
{
    enum { MOST_LOOKS = 100 };
    static ULONG known = HOST_LINES, looks;

    if ((*clock = __atomic_load_n(&known, __ATOMIC_RELAXED)) != HOST_LINES) return TRUE;
    if (__atomic_load_n(&looks, __ATOMIC_RELAXED) >= MOST_LOOKS) return FALSE;
    __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED);
    if ((*clock = find_clock()) == HOST_LINES) return FALSE;
    __atomic_store_n(&known, *clock, __ATOMIC_RELAXED);
    return TRUE;
}

BOOLEAN host_ask_counter_moment(struct clock_moment *now)
{
    ULONG clock;

    if (source_wine_host.presence() != PRESENT || !clock_of_counter(&clock)) return FALSE;
    return ask(clock, &counter_line, now);
}

BOOLEAN host_clocks_are_counted(void)
{
    struct host_clock_source source;
    int i;

    if (source_wine_host.presence() != PRESENT || unix_side_call(HOST_CALL_CLOCK_SOURCE, &source) != HOST_DONE)
        return FALSE;
    for (i = 0; i < HOST_LINES; i++)
        if (source.readings[i] != HOST_READING_BY_COUNTER) return FALSE;
    return TRUE;
}

BOOLEAN host_ask_date_moment(struct clock_moment *now)
{
    return source_wine_host.presence() == PRESENT && ask(HOST_LINE_DATE, &date_line, now);
}
