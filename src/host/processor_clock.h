/* SPDX-License-Identifier: MIT */
/*
 * One processor's times, which together are the time that passed, to the nanosecond.
 *
 * What Linux tells is no partition of time: idle time is measured; user, system, softirq and irq time are samples taken at
 * the tick, which work in step with it meets always or never; and stolen time overlaps idle time, since a processor that
 * waits to be run after it woke is in both. So idle is as measured, and the rest of the time that passed is shared out
 * among the sampled ones as their samples grew since the last look, or where none grew as they did last. Stolen time has
 * no part of its own: it is in the work that it made longer.
 *
 * All time is CLOCK_MONOTONIC's, which idle time is measured by: both stand still while the system sleeps, and it is the
 * same in every program. (Where that clock is younger than the idle time, in a time namespace, it begins with what the
 * counters say.)
 *
 * A CPU that is off is idle. What it did in the window in which it went or came is what its samples say.
 */
#ifndef CYCLETIME_HOST_PROCESSOR_CLOCK_H
#define CYCLETIME_HOST_PROCESSOR_CLOCK_H

#include "idle_clock.h"
#include "proc_stat.h"

/* All in ns; zeroed before its first look. */
struct processor_clock {
    struct idle_clock idle;
    int64_t part[PROC_STAT_PARTS];   /* never shrink; with idle.shown, all time */
    int64_t sample[PROC_STAT_PARTS]; /* as they were reported last */
    int64_t growth[PROC_STAT_PARTS]; /* as they grew when one last did */
    int32_t seen, off;
};

/* What /proc/stat tells, read at NOW or after, which is no earlier than the last one. NULL: nothing, the CPU is off. */
void processor_clock_advance(struct processor_clock *clock, const struct proc_stat_cpu *reported, int64_t now);

#endif
