/* SPDX-License-Identifier: MIT */
/* The time-stamp counter: whether it is what Linux counts by, its rate, cycles from times, and the scale by which a
   clock is read from it. */
#ifndef CYCLETIME_TSC_H
#define CYCLETIME_TSC_H

#include "protocol/tsc_scale.h"
#include "protocol/unixlib_calls.h"

#include <stdbool.h>

/* Returns the fewest ticks that ACTION takes. A reading of a clock that takes fewer than the quickest system call makes
   none: Linux's vDSO reads that clock by the TSC, whatever the clock source is called. UINT64_MAX: it fails. */
uint64_t tsc_measure_least(uint64_t (*read_tsc)(void), bool (*action)(uint64_t *result));

/* Whether the TSC, which READ reads, moves in steps of more than 16 ns, too large to count by; RATE: its ticks a second. */
bool tsc_is_coarse(uint64_t (*read)(void), uint64_t rate);
uint64_t tsc_read(void);

/* Whether the TSC still goes on as it did: a machine can be stopped, and go on as another, with a TSC of another
   rate, or one that begins anew. The TSC is compared with Linux's clock ten times a second at most. */
struct tsc_reading {
    uint64_t before, time, after; /* the clock's time between two readings of the TSC */
};

/* Reads CLOCK between two readings of the TSC by READ_TSC. False: the clock cannot be read. */
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

/* FALSE: at RATE the TSC has been out of proportion to the clock twice in a row. Once may happen by itself, as when the
   machine slept. Where either goes back, the comparison begins anew. */
bool tsc_goes_on(struct tsc_watch *watch, const struct tsc_reading *reading, uint64_t rate);

/* The same with a new reading, if it is time for one; TSC is the TSC's value now. */
bool tsc_check(struct tsc_watch *watch, uint64_t tsc, uint64_t rate);

/* Returns the ticks a second that were found and kept in this boot (linux_clock.h), if the TSC still has that rate; else
   finds them anew (protocol/tsc_rate.h), which takes 5 ms if neither the hypervisor nor the processor reports them.
   0: this machine's clocks do not show the rate. FOLDER: NULL, or for a test the folder of the file. */
uint64_t tsc_rate_get(const char *folder);

/* Nanoseconds are converted to cycles at the rate that was found here, or that the Windows side passed. FALSE: no processor
   has this rate. The first rate that is set stays. */
bool tsc_conversion_set(uint64_t cycles_per_second);
uint64_t tsc_conversion_rate(void); /* 0: not set yet */

/* Rounds down, by one cycle too many at most; a later time gives no fewer cycles. 0 while no rate is set. */
uint64_t tsc_cycles_from_ns(uint64_t time);

/* The functions and constants from which the counter scale of a clock (protocol/tsc_scale.h) is fitted: from readings of
   the clock between two readings of the TSC. Each scale begins where the last one ended, so that no answer goes back. */
struct clock_source {
    bool (*read)(uint64_t *time); /* nanoseconds; false: it cannot be read */
    /* reads how long of its time the machine slept; NULL: the clock leaves sleep out */
    bool (*read_asleep)(uint64_t *time, uint64_t *asleep);
    bool (*call)(uint64_t *unused);                               /* the quickest system call */
    bool (*is_coarse)(uint64_t (*read_tsc)(void), uint64_t rate); /* tsc_is_coarse */
    uint64_t (*read_tsc)(void); /* reads the TSC when all instructions before it are done */
    uint64_t epoch;             /* units between Windows' epoch and the clock's */
    bool can_be_set;            /* whether the clock can be set back */
};

/*
 * The state says what is known of a clock.
 *
 *                 a reading               1 ms later            looked again, each 10 ms
 *   [ NOTHING ] -----------> [ MEASURING ] ------> [ BY_TSC ] <--------------------------> [ OTHERWISE ]
 *                                  ^                   |                                        |
 *                                  +-------------------+----------------------------------------+
 *                                    clock and TSC did not go on together since the last reading
 */
enum fit_state {
    FIT_NOTHING,
    FIT_MEASURING, /* the slope is not known yet */
    FIT_BY_TSC,    /* Linux reads the clock by the TSC: a scale can be fitted */
    FIT_OTHERWISE, /* Linux reads the clock otherwise: there is no scale */
};

/* A clock and its scale; only the thread that fits uses the rest. */
struct fitted_clock {
    const struct clock_source *source;
    struct tsc_scale *scale;
    enum fit_state state;
    struct tsc_reading last;         /* unless NOTHING */
    struct tsc_reading older, newer; /* the slope is measured from the older one, at least BASELINE back */
    uint64_t narrowest;              /* the fewest ticks that a reading takes; 0: not known yet */
    uint64_t call;                   /* ticks of the quickest system call; 0: not known yet */
    uint64_t looked;                 /* BY_TSC, OTHERWISE: when that was found out */
    uint32_t rest;                   /* OTHERWISE: for how many more questions no scale is tried */
    double slope;                    /* BY_TSC, OTHERWISE: nanoseconds in a tick of the TSC */
};

/* Finds out how Linux reads the clock now, within some 30 us. */
enum unixlib_reading clock_reading(const struct clock_source *source);

/* Returns the time in Windows' units, by the scale if there can be one. FALSE: the clock cannot be read. */
bool fitted_clock_read(struct fitted_clock *clock, struct clock_moment *now);

#endif
