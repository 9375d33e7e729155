/* SPDX-License-Identifier: MIT */
/* Answers without a call: the calling thread's times by its clock snapshot, the fast clocks by their scales, and the rate
   that both need. */
#ifndef CYCLETIME_QUICK_ANSWERS_H
#define CYCLETIME_QUICK_ANSWERS_H

#include "library/source/unixlib_clock.h"
#include "protocol/arithmetic.h"

#include <windows.h>

/* The rate of cycles. A cycle is a tick of the invariant time-stamp counter, as on Windows. */

/* Ticks a second: the unixlib's; without it, found out once, which may take 5 ms (tsc_rate.h). Never changes.
   0: the clocks of this machine do not allow that. */
ULONG64 query_tsc_rate(void);

/* Rounds down; 2^64 - 1 where the result would not fit. Asks for a rate that is known. */
ULONG64 cycles_from_100ns(ULONG64 time);

/* Rounds to the nearest; 2^64 - 1 where the result would not fit. Asks for a rate that is known. */
ULONG64 nanoseconds_from_cycles(ULONG64 cycles);

/* In 100 ns; rounds down. Asks for a rate that is known. */
ULONG64 times_from_cycles(ULONG64 cycles);

/* Whether the processor promises that the rate is the same in every power state. */
BOOLEAN query_tsc_is_invariant(void);

/* Converts cycles to time, exactly as tsc_rate.c does, but by multiplication: a division costs more than all the rest of
   a query of a thread's own time. */

/* Makes the functions below work, if the TSC is invariant and its rate is above 1.2 GHz: at a lower rate a sum here
   could overflow. */
void quick_time_open(void);

extern LONG quick_time_is_open;
extern struct quick_time {
    ULONG64 of_1ns, of_100ns; /* 2^64 times the length of a cycle in 1 ns and in 100 ns; rounded down */
    ULONG64 half;             /* what rounding to the nearest adds: 2^32 * (rate / 2) / rate, rounded down */
} quick_time;

static inline BOOLEAN quick_time_works(void)
{
    return __atomic_load_n(&quick_time_is_open, __ATOMIC_ACQUIRE) != 0;
}

/* FALSE: the rounding error might change the result, which is so once in millions of times. The error is less than
   (CYCLES / 2^32 + 8) / 2^32. */
static inline BOOLEAN quick_product(ULONG64 cycles, ULONG64 inverse, ULONG64 half, ULONG64 *time)
{
    const ULONG high = (ULONG)(cycles >> 32), low = (ULONG)cycles;
    const ULONG inverse_high = (ULONG)(inverse >> 32), inverse_low = (ULONG)inverse;
    const ULONG64 parts =
        ((ULONG64)low * inverse_low >> 32) + (ULONG64)low * inverse_high + (ULONG64)high * inverse_low + half;

    if (high >> 24 || (ULONG)parts > 0xffffffff - high - 8) return FALSE;
    *time = (ULONG64)high * inverse_high + (parts >> 32);
    return TRUE;
}

/* Rounds to the nearest. */
static inline ULONG64 quick_nanoseconds(ULONG64 cycles)
{
    ULONG64 time;

    return quick_product(cycles, quick_time.of_1ns, quick_time.half, &time) ? time : nanoseconds_from_cycles(cycles);
}

/* In 100 ns; rounds down. */
static inline ULONG64 quick_100ns(ULONG64 cycles)
{
    ULONG64 time;

    return quick_product(cycles, quick_time.of_100ns, 0, &time) ? time : times_from_cycles(cycles);
}

/* The calling thread's times by its snapshot: the total comes from its cycles, the kernel part from when the snapshot was
   synchronised, at most a millisecond ago. */

/* Is incremented with each answer about a thread that another thread may have queried: after that the parts may differ. */
extern ULONG own_times_turn;

static inline BOOLEAN own_times_are_ours(const struct thread_split *split)
{
    return split->owner == (ULONG_PTR)&own_times_turn;
}

/* FALSE: the caller has to ask the source. The snapshot's tsc to which the parts belong is read first and compared last: if
   it is the same, no part was written meanwhile. */
static inline BOOLEAN own_times_from_snapshot(struct nt_times *times)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();
    struct thread_split *split;
    const volatile struct thread_split *seen;
    ULONG64 cycles, tsc, returned, total;

    if (!snapshot || !quick_time_works()) return FALSE;
    seen = split = own_snapshot_split(snapshot);
    tsc = seen->tsc;
    if (!own_times_are_ours(split) || seen->turn != __atomic_load_n(&own_times_turn, __ATOMIC_RELAXED)) return FALSE;
    returned = seen->returned;
    total = seen->total;
    times->creation = seen->creation;
    times->exit = 0;
    times->kernel = seen->kernel;
    if (!thread_clock_snapshot_cycles(snapshot, &own_snapshot_trusted, &cycles)
        || *(volatile uint64_t *)&snapshot->tsc != tsc)
        return FALSE;
    cycles = quick_100ns(cycles);
    if (total < cycles) total = cycles;
    times->user = total - times->kernel;
    thread_clock_snapshot_exchange(&split->returned, returned, total);
    return TRUE;
}

/* The clocks that programs read most often, by counter scales where the unixlib fits them. */

/* Whether scales exist and reading the system's performance counter costs more than reading it by a scale. NOW reads the
   time-stamp counter in program order. Where this is FALSE the system's functions are not replaced, and cost what they
   cost. */
BOOLEAN query_counter_gains(uint64_t (*now)(void));

/* The largest value that the system itself returned; a later answer by the scale is never smaller. */
extern struct largest_answer counter_answered;

/* Reads the clock where no scale is valid now. FALSE: none was valid for some ticks either, and the system is quicker than
   the unixlib. */
BOOLEAN query_counter_ask(struct clock_moment *now);
BOOLEAN query_date_ask(struct clock_moment *now);

/* The time in 100 ns. FALSE: the caller has to ask the system. ASK has no other argument, so that the quick path keeps none
   in a register. */
static inline BOOLEAN query_clock(const struct system_clock *clock, BOOLEAN (*ask)(struct clock_moment *), ULONG64 *time)
{
    struct clock_moment now, asked; /* so that what is read stays in registers */

    if (!unixlib_clock_read(clock, &now)) {
        if (!ask(&asked)) return FALSE;
        now = asked;
    }
    *time = now.time;
    return TRUE;
}

/* The performance counter. FALSE: the caller has to ask the system, and passes its answer to query_counter_of_system. */
static inline BOOLEAN query_counter(ULONG64 *counter)
{
    ULONG64 now;

    if (!query_clock(&unixlib_counter, query_counter_ask, &now)) return FALSE;
    *counter = not_before(&counter_answered, now);
    return TRUE;
}

static inline ULONG64 query_counter_of_system(ULONG64 counter)
{
    return largest_answer_raise(&counter_answered, counter);
}

/* The date in 100 ns since 1601, which may be set back. FALSE: the caller has to ask the system. */
static inline BOOLEAN query_date(ULONG64 *date)
{
    return query_clock(&unixlib_date, query_date_ask, date);
}

#endif
