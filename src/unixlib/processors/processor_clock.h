/* SPDX-License-Identifier: MIT */
/*
 * One processor's idle time, from a counter that moves in steps of 10 ms.
 *
 * The answer is monotonic, and never grows by more than the time that has passed: where the counter steps, the answer
 * climbs to it no faster than time goes, so a window of 1 ms does not show 10 ms of idle, and an idle processor that is
 * polled often is seen to idle continuously. The answer is at most the counter's, and as near to the truth: with idle(t)
 * growing no faster than t, an answer held back at t is still no further below idle(t) than the counter was when it held it
 * back.
 *
 * cpuidle's times, in microseconds, were tried and left: the kernel adds them when an idle period ends, so that the length
 * of the one in progress is not known, and reading them would cost more than all of /proc/stat.
 */
#ifndef CYCLETIME_PROCESSOR_CLOCK_H
#define CYCLETIME_PROCESSOR_CLOCK_H

#include "unixlib/processors/proc_files.h"

/* All in ns. */
struct idle_clock {
    int64_t shown;  /* the answer */
    int64_t moment; /* when it was given */
    int64_t base;   /* added to the counter, which stops or begins anew where its CPU was off */
};

/* Whether a counter that stands at REPORTED has begun anew; one that is only a little behind has not. */
bool idle_clock_began_anew(const struct idle_clock *clock, int64_t reported);

/*
 * The counter stands at REPORTED, and was read at NOW or after: a time taken later would, when the thread loses its CPU in
 * between, make the processor seem busy for that long, for ever. NOW is no earlier than the last one.
 */
void idle_clock_advance(struct idle_clock *clock, int64_t reported, int64_t now);

/* The processor was idle until NOW, but for WORKED; the counter, which goes on from here, stands at REPORTED. */
void idle_clock_resume(struct idle_clock *clock, int64_t reported, int64_t now, int64_t worked);

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
