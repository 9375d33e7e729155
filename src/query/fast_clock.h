/* SPDX-License-Identifier: MIT */
/* The clocks that programs ask most often, read from lines over the counter where the Linux side draws them. */
#ifndef CYCLETIME_FAST_CLOCK_H
#define CYCLETIME_FAST_CLOCK_H

#include "../source/host_moment.h"

/* Whether the system's performance counter costs more than it would by a line, of the Linux side that is there. */
BOOLEAN query_counter_gains(void);

/* What was told without the lines, to which later answers by them do not go back. */
extern ULONG64 counter_told;

/* The performance counter, in 100 ns. FALSE: the system has to be asked, and query_counter_told what it said. */
static inline BOOLEAN query_counter(ULONG64 *counter)
{
    struct clock_moment now;
    ULONG64 told;

    if (!host_counter_moment(&now)) return FALSE;
    told = __atomic_load_n(&counter_told, __ATOMIC_RELAXED);
    *counter = now.time > told ? now.time : told;
    return TRUE;
}

ULONG64 query_counter_told(ULONG64 counter);

/* The date, in 100 ns since 1601, which may be set back. FALSE: the system has to be asked. */
static inline BOOLEAN query_date(ULONG64 *date)
{
    struct clock_moment now;

    if (!host_date_moment(&now)) return FALSE;
    *date = now.time;
    return TRUE;
}

#endif
