/* SPDX-License-Identifier: MIT */
/* The clocks that the Linux side fits to the time-stamp counter, which are read without a call. */
#include "library/source/unixlib_clock.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/nt.h"

ULONG64 unixlib_rate(void)
{
    struct unixlib_rate rate = { .cycles_per_second = 0 };

    if (source_unixlib.presence() != PRESENT || nt_unixlib_call(UNIXLIB_CALL_RATE, &rate) != UNIXLIB_DONE) return 0;
    return rate.cycles_per_second;
}

/* The scales are in this module, which is never unloaded; the unixlib may use those of another module in this
   process. */
static struct tsc_scale scales[UNIXLIB_SCALES];

struct system_clock unixlib_counter = { .which = UNIXLIB_SCALES }, unixlib_date = { .which = UNIXLIB_SCALE_DATE };

/* Wine rounds its counter down to a multiple of this, in nanoseconds. */
enum { STEP = 100 };

static BOOLEAN lies_between(ULONG64 counter, ULONG64 before, ULONG64 after)
{
    return counter + STEP > before && counter <= after;
}

/* Finds the Linux clock of which two readings enclose the counter. UNIXLIB_SCALES: it is not known, because the readings of
   both clocks enclose it, as shortly after Linux' start, or those of neither. */
static ULONG find_clock(void)
{
    struct unixlib_clocks before, after;
    ULONG64 counter, frequency;
    BOOLEAN is_raw, is_boot;

    if (!NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &before))
        || !NT_SUCCESS(nt_performance_counter(&counter, &frequency))
        || !NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &after)) || frequency != 1000000000 / STEP)
        return UNIXLIB_SCALES;
    is_raw = lies_between(counter * STEP, before.raw, after.raw);
    is_boot = lies_between(counter * STEP, before.boot, after.boot);
    if (is_raw == is_boot) return UNIXLIB_SCALES;
    return is_raw ? UNIXLIB_SCALE_RAW : UNIXLIB_SCALE_BOOT;
}

/* Returns the Linux clock behind the Windows clock: Wine's performance counter, and with it the interrupt time, is
   CLOCK_BOOTTIME since Wine 10.17, and before CLOCK_MONOTONIC_RAW or, where Linux has no boot time, CLOCK_MONOTONIC.
   UNIXLIB_SCALES: it is not known. It is tried some times and then given up: each try costs as much as many answers.
   Wine: clock. */
static ULONG clock_of(struct system_clock *clock)
{
    enum { MOST_TRIES = 100 };
    static ULONG tries;
    ULONG which = __atomic_load_n(&clock->which, __ATOMIC_RELAXED);

    if (which != UNIXLIB_SCALES || __atomic_load_n(&tries, __ATOMIC_RELAXED) >= MOST_TRIES) return which;
    __atomic_fetch_add(&tries, 1, __ATOMIC_RELAXED);
    which = find_clock();
    if (which != UNIXLIB_SCALES) __atomic_store_n(&clock->which, which, __ATOMIC_RELAXED);
    return which;
}

enum presence unixlib_clock_asleep(ULONG64 *asleep)
{
    const enum presence presence = source_unixlib.presence();
    struct unixlib_clocks clocks;

    *asleep = 0;
    if (presence != PRESENT || !NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &clocks)) || !clocks.asleep
        || clock_of(&unixlib_counter) != UNIXLIB_SCALE_BOOT)
        return presence;
    *asleep = clocks.asleep / 100;
    return presence;
}

BOOLEAN unixlib_clock_ask(struct system_clock *clock, struct clock_moment *now)
{
    const ULONG which = source_unixlib.presence() == PRESENT ? clock_of(clock) : UNIXLIB_SCALES;
    struct unixlib_moment moment = { .scale = (ULONG_PTR)&scales[which % UNIXLIB_SCALES], .clock = which };

    if (which == UNIXLIB_SCALES || nt_unixlib_call(UNIXLIB_CALL_MOMENT, &moment) != UNIXLIB_DONE) return FALSE;
    __atomic_store_n(&clock->scale, (const struct tsc_scale *)(ULONG_PTR)moment.scale, __ATOMIC_RELEASE);
    *now = (struct clock_moment){ moment.time, moment.asleep };
    return TRUE;
}

BOOLEAN unixlib_clocks_are_counted(void)
{
    struct unixlib_clock_source source;
    int i;

    if (source_unixlib.presence() != PRESENT || nt_unixlib_call(UNIXLIB_CALL_CLOCK_SOURCE, &source) != UNIXLIB_DONE)
        return FALSE;
    for (i = 0; i < UNIXLIB_SCALES; i++)
        if (source.readings[i] != UNIXLIB_READING_BY_TSC) return FALSE;
    return TRUE;
}
