/* SPDX-License-Identifier: MIT */
#include "query.h"
#include "../protocol/maximum.h"

#define SECOND 10000000ull  /* in 100 ns */

ULONG64 query_interrupt_time(void)
{
    return nt_interrupt_time();
}

/* In 100 ns. FALSE: there is no counter. */
static BOOLEAN counter_time(ULONG64 *time)
{
    ULONG64 counter, frequency;

    if (!NT_SUCCESS(nt_performance_counter(&counter, &frequency)) || !frequency) return FALSE;
    *time = counter / frequency * SECOND + counter % frequency * SECOND / frequency;
    return TRUE;
}

/* The performance counter, moved by as much as the tick was ever seen ahead of it: so never before the tick, and never
   ahead of the truth. Wine counts both from one base. */
static ULONG64 derive(ULONG64 tick, ULONG64 counter)
{
    const ULONG64 zero = 1ull << 63;  /* the lead may be negative */
    static ULONG64 lead;
    ULONG64 now = tick - counter + zero;

    if (nt_is_wine() && now < zero) now = zero;
    return counter + atomic_maximum(&lead, now) - zero;
}

ULONG64 query_interrupt_time_precise(void)
{
    static ULONG64 last;
    ULONG64 tick = nt_interrupt_time(), precise, counter;

    if (!NT_SUCCESS(nt_interrupt_time_precise(&precise))) precise = counter_time(&counter) ? derive(tick, counter) : tick;
    return atomic_maximum(&last, precise);
}

ULONG64 query_unbiased_interrupt_time(void)
{
    static ULONG64 last;

    return atomic_maximum(&last, nt_interrupt_time() - nt_interrupt_time_bias());
}

ULONG64 query_unbiased_interrupt_time_precise(void)
{
    static ULONG64 last;

    return atomic_maximum(&last, query_interrupt_time_precise() - nt_interrupt_time_bias());
}
