/* SPDX-License-Identifier: MIT */
/* Draws the line of a clock (protocol/clock_line.h): from readings of the clock between two of the counter, each line from
   where the last one ended, never back. */
#ifndef CYCLETIME_HOST_CLOCK_LINE_H
#define CYCLETIME_HOST_CLOCK_LINE_H

#include "counter.h"
#include "../protocol/clock_line.h"

/* What a line is drawn of. */
struct clock_source {
    bool (*read)(uint64_t *time);          /* nanoseconds; false: it cannot be read */
    bool (*read_asleep)(uint64_t *asleep); /* how many of them the machine slept; NULL: the clock leaves that out */
    bool (*is_counted)(uint64_t rate);     /* whether Linux keeps time by the counter, and it is good enough */
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
    uint64_t narrowest;                  /* the shortest time between two readings of the counter; 0: none */
    uint64_t looked;                     /* when is_counted was asked */
    bool is_counted;
    double slope; /* nanoseconds in a tick of the counter; 0: not known yet */
};

/* The time in Windows' units, by the line if that can be had. FALSE: the clock cannot be read. */
bool drawn_clock_tell(struct drawn_clock *clock, struct clock_moment *now);

#endif
