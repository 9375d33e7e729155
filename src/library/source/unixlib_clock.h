/* SPDX-License-Identifier: MIT */
/* Linux's clocks: how long the machine slept, and the time of a Windows clock at this moment, from the counter scale that
   the unixlib fits for that clock. */
#ifndef CYCLETIME_UNIXLIB_CLOCK_H
#define CYCLETIME_UNIXLIB_CLOCK_H

#include "library/source/source.h"
#include "protocol/tsc_scale.h"

/* Retrieves how much of the interrupt time the machine was asleep, in 100 ns, unless the system itself reports that. */
enum presence unixlib_clock_asleep(ULONG64 *asleep);

/* A Windows clock that is one of Linux's clocks. */
struct system_clock {
    const struct tsc_scale *scale; /* NULL: none yet */
    ULONG which;                   /* enum unixlib_scale; UNIXLIB_SCALES: that is not known yet */
    ULONG tick, ticks;             /* what library/query/clocks.c keeps of it */
};

extern struct system_clock unixlib_counter; /* the performance counter, and so the interrupt time */
extern struct system_clock unixlib_date;    /* since 1601 */

/* Calls the unixlib, which fits the scale anew, and reads the time after that. */
BOOLEAN unixlib_clock_ask(struct system_clock *clock, struct clock_moment *now);

/* FALSE: there is no scale, or it is not valid now. */
static inline BOOLEAN unixlib_clock_read(const struct system_clock *clock, struct clock_moment *now)
{
    const struct tsc_scale *scale = __atomic_load_n(&clock->scale, __ATOMIC_ACQUIRE);

    return scale && tsc_scale_read(scale, now);
}

/* The time in 100 ns, monotonic. FALSE: the unixlib does not answer, or not yet. */
static inline BOOLEAN unixlib_clock_moment(struct system_clock *clock, struct clock_moment *now)
{
    struct clock_moment asked; /* so that what is read stays in registers */

    if (unixlib_clock_read(clock, now)) return TRUE;
    if (!unixlib_clock_ask(clock, &asked)) return FALSE;
    *now = asked;
    return TRUE;
}

#endif
