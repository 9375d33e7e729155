/* SPDX-License-Identifier: MIT */
/* Fits the counter scale of a clock (protocol/tsc_scale.h), from readings of the clock between two readings of the
   TSC. Each scale begins where the last one ended, so that no answer goes back. */
#ifndef CYCLETIME_UNIXLIB_TSC_SCALE_H
#define CYCLETIME_UNIXLIB_TSC_SCALE_H

#include "unixlib/clocks/tsc.h"
#include "protocol/tsc_scale.h"
#include "protocol/unixlib_calls.h"

/* The functions and constants from which the scale of a clock is fitted. */
struct clock_source {
    bool (*read)(uint64_t *time);          /* nanoseconds; false: it cannot be read */
    bool (*read_asleep)(uint64_t *asleep); /* how long of that the machine slept; NULL: the clock leaves it out */
    bool (*call)(uint64_t *unused);        /* the quickest system call */
    bool (*is_coarse)(uint64_t rate);      /* whether the TSC moves in steps that are too large */
    uint64_t (*read_tsc)(void);            /* reads the TSC when all instructions before it are done */
    uint64_t epoch;                        /* units between Windows' epoch and the clock's */
    bool can_be_set;                       /* whether the clock can be set back */
};

/* A clock and its scale; only the thread that fits uses the rest. */
struct fitted_clock {
    const struct clock_source *source;
    struct tsc_scale *scale;
    struct tsc_reading last;         /* 0: none */
    struct tsc_reading older, newer; /* the slope is measured from the older one, at least BASELINE back */
    uint64_t narrowest;              /* the fewest ticks that a reading takes; 0: not known yet */
    uint64_t call;                   /* ticks of the quickest system call; 0: not known yet */
    uint64_t looked;                 /* when both were measured, and reading was found out */
    enum unixlib_reading reading;    /* how Linux reads the clock */
    uint32_t rest;                   /* for how many more questions no scale is tried */
    double slope;                    /* nanoseconds in a tick of the TSC; 0: not known yet */
};

/* Finds out how Linux reads the clock now, within some 30 us. */
enum unixlib_reading clock_reading(const struct clock_source *source);

/* Returns the time in Windows' units, by the scale if there can be one. FALSE: the clock cannot be read. */
bool fitted_clock_read(struct fitted_clock *clock, struct clock_moment *now);

#endif
