/* SPDX-License-Identifier: MIT */
/* Linux's own clocks, where the Linux side is: for what the system's performance counter leaves open; and what a clock of
   Windows shows at this moment, read from the line that the Linux side draws of it. */
#ifndef CYCLETIME_HOST_CLOCK_H
#define CYCLETIME_HOST_CLOCK_H

#include "source.h"
#include "../protocol/clock_line.h"

/* The counter's rate, which the Linux side knows, or finds out by a clock that NTP does not change. 0: nobody tells. */
ULONG64 host_rate(void);

/* How much of the system's interrupt time the machine was asleep, in 100 ns, unless the system says so itself. */
enum presence host_clock_asleep(ULONG64 *asleep);

/* The line of the performance counter, and so of the interrupt time; NULL: none yet. */
extern const struct clock_line *counter_line;

/* That of Linux' date, since 1601. */
extern const struct clock_line *date_line;

/* Whether Linux reads all of its clocks by the processor's counter, so that they have lines. */
BOOLEAN host_clocks_are_counted(void);

BOOLEAN host_ask_counter_moment(struct clock_moment *now);
BOOLEAN host_ask_date_moment(struct clock_moment *now);

/* FALSE: it is not there, or tells nothing now. */
static inline BOOLEAN host_read_line(const struct clock_line *const *which, struct clock_moment *now)
{
    const struct clock_line *line = __atomic_load_n(which, __ATOMIC_ACQUIRE);

    return line && clock_line_read(line, now);
}

/* In 100 ns, never back; FALSE: nobody tells, yet. */
static inline BOOLEAN host_counter_moment(struct clock_moment *now)
{
    struct clock_moment asked; /* so that what is read stays in registers */

    if (host_read_line(&counter_line, now)) return TRUE;
    if (!host_ask_counter_moment(&asked)) return FALSE;
    *now = asked;
    return TRUE;
}

#endif
