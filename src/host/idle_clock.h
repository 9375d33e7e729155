/* SPDX-License-Identifier: MIT */
/*
 * One processor's idle time, from a counter that moves in steps of 10 ms.
 *
 * It never goes back, and never grows by more than the time that has passed: where the counter steps, the answer climbs
 * to it no faster than time goes, so a window of 1 ms does not show 10 ms of idle, and an idle processor asked often is
 * seen to idle continuously. The answer is at most the counter's, and as near to the truth: with idle(t) growing no
 * faster than t, an answer held back at t is still no further below idle(t) than the counter was when it held it back.
 *
 * cpuidle's times, in microseconds, were tried and left: they are added when an idle period ends, so nobody knows how
 * long the one in progress is, and reading them would cost more than all of /proc/stat.
 */
#ifndef CYCLETIME_HOST_IDLE_CLOCK_H
#define CYCLETIME_HOST_IDLE_CLOCK_H

#include <stdint.h>

/* All in ns. Any thread may advance it. */
struct idle_clock {
    _Alignas(8) int64_t shown;  /* the largest answer */
    int64_t busy;               /* the largest difference of time and answer: neither ever shrinks */
    int64_t base;               /* added to the counter, which begins anew where its CPU was off (before Linux 6.8) */
};

/* Before its first question. */
#define IDLE_CLOCK_NEW { .busy = INT64_MIN }

/*
 * The counter stands at TOLD, and was read at NOW or after: a time taken later would, when the thread loses its CPU in
 * between, make the processor look busy for that long, for ever.
 */
int64_t idle_clock_advance(struct idle_clock *clock, int64_t told, int64_t now);

#endif
