/* SPDX-License-Identifier: MIT */
/* Draws the line of a clock (protocol/clock_line.h): from readings of the clock between two of the counter, each line from
   where the last one ended, never back. */
#ifndef CYCLETIME_HOST_CLOCK_LINE_H
#define CYCLETIME_HOST_CLOCK_LINE_H

#include "counter.h"
#include "../protocol/clock_line.h"
#include "../protocol/host_calls.h"

/* What a line is drawn of. */
struct clock_source {
    bool (*read)(uint64_t *time);          /* nanoseconds; false: it cannot be read */
    bool (*read_asleep)(uint64_t *asleep); /* how many of them the machine slept; NULL: the clock leaves that out */
    bool (*call)(uint64_t *unused);        /* the quickest system call */
    bool (*is_coarse)(uint64_t rate);      /* whether the counter moves in steps that are too large */
    uint64_t (*counter)(void);             /* in order */
    uint64_t epoch;                        /* units between that of Windows and the clock's */
    bool can_be_set;                       /* back */
};

/* Of one clock; all but the line is for the one thread that draws. */
struct drawn_clock {
    const struct clock_source *source;
    struct clock_line *line;
    struct counter_reading last;         /* 0: none */
    struct counter_reading older, newer; /* the slope is measured from the older one, at least BASELINE back */
    uint64_t narrowest;                  /* ticks that a reading takes at least; 0: not known yet */
    uint64_t call;                       /* and the quickest system call; 0: not known yet */
    uint64_t looked;                     /* when both were measured, and with them: */
    enum host_reading reading;           /* how Linux reads the clock */
    uint32_t rest;                       /* how many questions no line is tried for, since there was none */
    double slope;                        /* nanoseconds in a tick of the counter; 0: not known yet */
};

/* How Linux reads the clock now; found out within some 30 us. */
enum host_reading clock_reading(const struct clock_source *source);

/* The time in Windows' units, by the line if that can be had. FALSE: the clock cannot be read. */
bool drawn_clock_tell(struct drawn_clock *clock, struct clock_moment *now);

#endif
