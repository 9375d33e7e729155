/* SPDX-License-Identifier: MIT */
/* Finds the rate of the time-stamp counter once in a process, and converts between cycles and time. */
#include "library/query/tsc_rate.h"
#include "library/query/query.h"
#include "protocol/tsc_rate.h"

/* Reads the clock where the unixlib is missing. Wine's clock follows NTP since 10.17, and so is wrong by some hundred
   millionths while NTP adjusts it. */
static int read_performance_counter(struct tsc_rate_reading *reading)
{
    ULONG64 counter, frequency;

    if (!NT_SUCCESS(nt_performance_counter(&counter, &frequency))) return 0;
    *reading = (struct tsc_rate_reading){ .time = counter, .frequency = frequency };
    return 1;
}

/* The unixlib knows the rate, or measures it by a clock that NTP does not change. */
ULONG64 query_tsc_rate(void)
{
    static const struct tsc_rate_sources sources = { cpu_read_id, cpu_read_tsc, read_performance_counter };
    const ULONG64 unknown = ~0ull;
    static ULONG64 rate;
    ULONG64 found = 0, known = __atomic_load_n(&rate, __ATOMIC_ACQUIRE);
    struct unixlib_rate measured = { .cycles_per_second = 0 };

    if (known) return known == unknown ? 0 : known;
    if (source_unixlib.presence() == PRESENT && nt_unixlib_call(UNIXLIB_CALL_RATE, &measured) == UNIXLIB_DONE)
        found = measured.cycles_per_second;
    if (!found) found = tsc_rate_find(&sources);
    if (!found) found = unknown;
    /* The first thread to finish sets the rate for all. */
    if (__atomic_compare_exchange_n(&rate, &known, found, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) known = found;
    return known == unknown ? 0 : known;
}

/* value * by / per, for BY above 0 and BY * PER below 2^64: a second of a counter below 16 GHz in nanoseconds. */
static ULONG64 scale_value(ULONG64 value, ULONG64 by, ULONG64 per, ULONG64 round)
{
    /* The caller knows that there is a rate. NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
    ULONG64 whole = value / per, rest = (value % per * by + round) / per;

    if (whole > ~0ull / by) return ~0ull; /* NOLINT(clang-analyzer-core.DivideZero) */
    return whole * by > ~0ull - rest ? ~0ull : whole * by + rest;
}

ULONG64 cycles_from_100ns(ULONG64 time)
{
    return scale_value(time, query_tsc_rate(), 10000000, 0);
}

ULONG64 nanoseconds_from_cycles(ULONG64 cycles)
{
    return scale_value(cycles, 1000000000, query_tsc_rate(), query_tsc_rate() / 2);
}

ULONG64 times_from_cycles(ULONG64 cycles)
{
    return scale_value(cycles, 10000000, query_tsc_rate(), 0);
}

/* CPUID is run once, because a hypervisor makes it slow. */
BOOLEAN query_tsc_is_invariant(void)
{
    enum { UNKNOWN, NO, YES };
    static LONG known;
    LONG answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (answer != UNKNOWN) return answer == YES;
    answer = promises_invariant_tsc(cpu_read_id) ? YES : NO;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return answer == YES;
}

LONG quick_time_is_open;
struct quick_time quick_time;

/* Returns 2^64 * BY / RATE, for BY < RATE < 2^34. */
static ULONG64 compute_inverse(ULONG64 by, ULONG64 rate)
{
    const ULONG64 first = (by << 30) / rate, rest = (by << 30) % rate;
    const ULONG64 second = (rest << 30) / rate;

    return first << 34 | second << 4 | ((rest << 30) % rate << 4) / rate;
}

/* Threads that run this at once write the same values. */
void quick_time_open(void)
{
    const ULONG64 rate = query_tsc_rate();

    if (quick_time_works() || rate <= 1200000000 || rate >> 34 || !query_tsc_is_invariant()) return;
    quick_time.half = (rate / 2 << 30) / rate << 2;
    quick_time.of_1ns = compute_inverse(1000000000, rate);
    quick_time.of_100ns = compute_inverse(10000000, rate);
    __atomic_store_n(&quick_time_is_open, 1, __ATOMIC_RELEASE);
}
