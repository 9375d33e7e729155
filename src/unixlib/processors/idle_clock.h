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
#ifndef CYCLETIME_UNIXLIB_IDLE_CLOCK_H
#define CYCLETIME_UNIXLIB_IDLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
