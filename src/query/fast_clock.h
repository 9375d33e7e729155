/* SPDX-License-Identifier: MIT */
/* The clocks that programs ask most often, read from lines over the counter where the Linux side draws them. */
#ifndef CYCLETIME_FAST_CLOCK_H
#define CYCLETIME_FAST_CLOCK_H

#include "../source/host_clock.h"

/* Whether there are lines, and the system's performance counter costs more than it would by one; by the processor's counter
   NOW, in order. Where there are none the system's functions stay in place, and cost what they cost. */
BOOLEAN query_counter_gains(uint64_t (*now)(void));

/* What was told without the lines, to which later answers by them do not go back; and whether anything was, which 32-bit
   code reads at once. */
extern ULONG64 counter_told;
extern ULONG counter_was_told;

ULONG64 query_counter_since(ULONG64 counter); /* but not back behind that */

/* Where there is no line now. FALSE: nor was there one for some ticks, and the system is quicker than the Linux side. */
BOOLEAN query_ask_counter(struct clock_moment *now);
BOOLEAN query_ask_date(struct clock_moment *now);

/* The performance counter, in 100 ns. FALSE: the system has to be asked, and query_counter_told what it said. */
static inline BOOLEAN query_counter(ULONG64 *counter)
{
    struct clock_moment now, asked; /* so that what is read stays in registers */

    if (!host_read_line(&counter_line, &now)) {
        if (!query_ask_counter(&asked)) return FALSE;
        now = asked;
    }
    *counter = now.time;
    if (__builtin_expect(__atomic_load_n(&counter_was_told, __ATOMIC_ACQUIRE), 0)) *counter = query_counter_since(now.time);
    return TRUE;
}

ULONG64 query_counter_told(ULONG64 counter);

/* The date, in 100 ns since 1601, which may be set back. FALSE: the system has to be asked. */
static inline BOOLEAN query_date(ULONG64 *date)
{
    struct clock_moment now, asked;

    if (!host_read_line(&date_line, &now)) {
        if (!query_ask_date(&asked)) return FALSE;
        now = asked;
    }
    *date = now.time;
    return TRUE;
}

#endif
