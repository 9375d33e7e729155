/* SPDX-License-Identifier: MIT */
/*
 * One processor's times, whose sum is the time that passed, to the nanosecond.
 *
 * The times that Linux reports do not add up to the time that passed. Idle time is measured. User, system, softirq and irq
 * time are sampled at the tick, so that work in step with the tick is always counted or never. Stolen time overlaps idle
 * time: a processor that woke and waits to be run counts in both. So this takes idle time as measured, and shares out the
 * rest of the time that passed in proportion to the growth of the samples since the last reading; if none grew, to their
 * growth before. Stolen time has no part of its own: it is in the work that it made longer.
 *
 * All times are CLOCK_MONOTONIC's, by which Linux measures idle time: both stand still while the system sleeps, and that
 * clock is the same in every program. (If it is smaller than the idle time, in a time namespace, the sum begins with what
 * the counters report.)
 *
 * A CPU that is offline counts as idle. Between the two readings around the moment at which it went offline or came back,
 * its work is what its samples say.
 */
#ifndef CYCLETIME_UNIXLIB_PROCESSOR_CLOCK_H
#define CYCLETIME_UNIXLIB_PROCESSOR_CLOCK_H

#include "unixlib/processors/idle_clock.h"
#include "unixlib/processors/proc_stat.h"

/* All in ns; zeroed before its first reading. */
struct processor_clock {
    struct idle_clock idle;
    int64_t part[PROC_STAT_PARTS];   /* these never shrink; their sum and idle.shown are the time that passed */
    int64_t sample[PROC_STAT_PARTS]; /* the samples that were reported last */
    int64_t growth[PROC_STAT_PARTS]; /* the growth of the samples when one grew last */
    int32_t seen, off;
};

/* Takes what /proc/stat reports, read at NOW or later; NOW is never earlier than at the last call. NULL: the CPU is
   offline. */
void processor_clock_advance(struct processor_clock *clock, const struct proc_stat_cpu *reported, int64_t now);

#endif
