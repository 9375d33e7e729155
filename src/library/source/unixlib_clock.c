/* SPDX-License-Identifier: MIT */
/* The clocks that the Linux side fits to the time-stamp counter, which are read without a call. */
#include "library/source/unixlib_clock.h"
#include "library/source/unixlib.h"

/* The scales are in this module, which is never unloaded; the unixlib may use those of another module of the process. */
static struct tsc_scale scales[UNIXLIB_SCALES];

struct system_clock unixlib_counter = { .which = UNIXLIB_SCALES }, unixlib_date = { .which = UNIXLIB_SCALE_DATE };

/* Returns the Linux clock behind the Windows clock: Wine's performance counter, and with it the interrupt time, is
   CLOCK_BOOTTIME since Wine 10.17, and before CLOCK_MONOTONIC_RAW or, where Linux has no boot time, CLOCK_MONOTONIC. Two
   readings of that clock enclose the counter, which Wine rounds down to a multiple of STEP nanoseconds. UNIXLIB_SCALES: it
   is not known, because the readings of both clocks enclose the counter, as shortly after Linux's start, or those of
   neither. It is tried some times and then given up: each try costs as much as many answers. Wine: clock. */
static ULONG find_clock(struct system_clock *clock)
{
    enum { MOST_TRIES = 100, STEP = 100 };
    static ULONG tries;
    struct unixlib_clocks before, after;
    ULONG64 counter, frequency;
    BOOLEAN is_raw, is_boot;
    ULONG which = __atomic_load_n(&clock->which, __ATOMIC_RELAXED);

    if (which != UNIXLIB_SCALES || __atomic_load_n(&tries, __ATOMIC_RELAXED) >= MOST_TRIES) return which;
    __atomic_fetch_add(&tries, 1, __ATOMIC_RELAXED);
    if (!NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &before))
        || !NT_SUCCESS(nt_performance_counter(&counter, &frequency))
        || !NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &after)) || frequency != 1000000000 / STEP)
        return UNIXLIB_SCALES;
    counter *= STEP;
    is_raw = counter + STEP > before.raw && counter <= after.raw;
    is_boot = counter + STEP > before.boot && counter <= after.boot;
    if (is_raw == is_boot) return UNIXLIB_SCALES;
    which = is_raw ? UNIXLIB_SCALE_RAW : UNIXLIB_SCALE_BOOT;
    __atomic_store_n(&clock->which, which, __ATOMIC_RELAXED);
    return which;
}

enum presence unixlib_clock_asleep(ULONG64 *asleep)
{
    const enum presence presence = unixlib_presence();
    struct unixlib_clocks clocks;

    *asleep = 0;
    if (presence != PRESENT || !NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CLOCKS, &clocks)) || !clocks.asleep
        || find_clock(&unixlib_counter) != UNIXLIB_SCALE_BOOT)
        return presence;
    *asleep = clocks.asleep / 100;
    return presence;
}

BOOLEAN unixlib_clock_ask(struct system_clock *clock, struct clock_moment *now)
{
    const ULONG which = unixlib_presence() == PRESENT ? find_clock(clock) : UNIXLIB_SCALES;
    struct unixlib_moment moment = { .scale = (ULONG_PTR)&scales[which % UNIXLIB_SCALES], .clock = which };

    if (which == UNIXLIB_SCALES || nt_unixlib_call(UNIXLIB_CALL_MOMENT, &moment) != UNIXLIB_DONE) return FALSE;
    __atomic_store_n(&clock->scale, (const struct tsc_scale *)(ULONG_PTR)moment.scale, __ATOMIC_RELEASE);
    /* The fit took microseconds since it read the clock, so the time is read by the new scale. */
    if (!unixlib_clock_read(clock, now)) *now = (struct clock_moment){ moment.time, moment.asleep };
    return TRUE;
}
