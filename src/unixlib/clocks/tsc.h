/* SPDX-License-Identifier: MIT */
/* The time-stamp counter: whether a thread's time may be counted by it. */
#ifndef CYCLETIME_TSC_H
#define CYCLETIME_TSC_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the TSC keeps one rate: the processor promises it, or Linux itself keeps time by the TSC, as where a
   hypervisor hides the promise. */
bool tsc_is_trusted(void);

/* Returns the fewest ticks that ACTION takes. A reading of a clock that takes fewer than the quickest system call makes
   none: Linux' vDSO reads that clock by the TSC, whatever the clock source is called. UINT64_MAX: it fails. */
uint64_t tsc_measure_least(uint64_t (*read_tsc)(void), bool (*action)(uint64_t *result));

/* Whether the TSC moves in steps too large to count by, of more than 16 ns; READ reads it, and RATE is its ticks a
   second. */
bool tsc_is_coarse(uint64_t (*read)(void), uint64_t rate);
uint64_t tsc_read(void);

/* Whether the TSC still goes on as it did: a machine can be stopped, and go on as another, with a TSC of another
   rate, or one that begins anew. The TSC is compared with Linux' clock ten times a second at most. */
struct tsc_reading {
    uint64_t before, time, after; /* the clock's time between two readings of the TSC */
};

/* Reads CLOCK between two readings of COUNTER. False: the clock cannot be read. */
bool tsc_read_around(uint64_t (*read_tsc)(void), bool (*clock)(uint64_t *time), struct tsc_reading *reading);

static inline uint64_t tsc_reading_width(const struct tsc_reading *reading)
{
    return reading->after - reading->before;
}

struct tsc_watch {
    struct tsc_reading last; /* 0: none yet */
    uint32_t busy;           /* a thread is reading both; others do not wait for it */
    uint32_t off;            /* how often in a row the TSC was out of proportion */
};

/* Whether the time that passed by the clock lies between the least and the most that passed by the TSC, to 1 %, which
   is more than NTP slews. */
bool tsc_is_in_proportion(const struct tsc_reading *last, const struct tsc_reading *now, uint64_t rate);

/* FALSE: at RATE the TSC has been out of proportion to the clock twice in a row. Once may happen by itself, as when the
   machine slept. Where either goes back, the comparison begins anew. */
bool tsc_goes_on(struct tsc_watch *watch, const struct tsc_reading *reading, uint64_t rate);

/* The same with a new reading, if it is time for one; TSC is the TSC's value now. */
bool tsc_check(struct tsc_watch *watch, uint64_t tsc, uint64_t rate);

#endif
