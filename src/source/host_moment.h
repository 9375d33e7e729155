/* SPDX-License-Identifier: MIT */
/* What a clock of Windows shows at this moment, read from the line that the Linux side draws of it. */
#ifndef CYCLETIME_HOST_MOMENT_H
#define CYCLETIME_HOST_MOMENT_H

#include "source.h"
#include "../protocol/clock_line.h"

/* That of the performance counter, and so of the interrupt time; NULL: none yet. */
extern const struct clock_line *counter_line;

/* That of Linux' date, since 1601. */
extern const struct clock_line *date_line;

BOOLEAN host_ask_counter_moment(struct clock_moment *now);
BOOLEAN host_ask_date_moment(struct clock_moment *now);

/* In 100 ns, never back; FALSE: nobody tells, yet. */
static inline BOOLEAN host_counter_moment(struct clock_moment *now)
{
    const struct clock_line *line = __atomic_load_n(&counter_line, __ATOMIC_ACQUIRE);

    return (line && clock_line_read(line, now)) || host_ask_counter_moment(now);
}

/* The same, but back when the date is set back. */
static inline BOOLEAN host_date_moment(struct clock_moment *now)
{
    const struct clock_line *line = __atomic_load_n(&date_line, __ATOMIC_ACQUIRE);

    return (line && clock_line_read(line, now)) || host_ask_date_moment(now);
}

#endif
