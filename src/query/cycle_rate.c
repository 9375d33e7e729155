/* SPDX-License-Identifier: MIT */
#include "cycle_rate.h"
#include "processor.h"
#include "../source/host_clock.h"
#include "../protocol/invariant_counter.h"

#define HYPERVISOR_PRESENT 0x80000000u /* leaf 1, ecx */

/* Intel SDM, leaf 15h: ebx / eax is the counter's ratio to a crystal of ecx Hz; any of them may be 0. */
static ULONG64 rate_of_processor(void)
{
    struct processor_id id;

    if (processor_cpuid(0).eax < 0x15) return 0;
    id = processor_cpuid(0x15);
    if (!id.eax || !id.ebx || !id.ecx) return 0;
    return (ULONG64)id.ecx * id.ebx / id.eax;
}

static BOOLEAN is_signature(const struct processor_id *id, ULONG ebx, ULONG ecx, ULONG edx)
{
    return id->ebx == ebx && id->ecx == ecx && id->edx == edx;
}

/* Leaf 40000010h, eax: the counter's kHz. VMware's, which KVM can offer too; another hypervisor's means another thing. */
static ULONG64 rate_of_hypervisor(void)
{
    struct processor_id id;

    if (!(processor_cpuid(1).ecx & HYPERVISOR_PRESENT)) return 0;
    id = processor_cpuid(0x40000000);
    if (id.eax < 0x40000010) return 0;
    if (!is_signature(&id, 0x61774d56, 0x4d566572, 0x65726177)     /* VMwareVMware */
        && !is_signature(&id, 0x4b4d564b, 0x564b4d56, 0x0000004d)) /* KVMKVMKVM */
        return 0;
    return processor_cpuid(0x40000010).eax * 1000ull;
}

struct reading {
    ULONG64 tsc, counter, frequency, asleep;
};

/* Wine's performance counter follows NTP since 10.17, and so is wrong by some hundred millionths while a clock is set
   right. Linux knows a clock that is not. */
static BOOLEAN read_clock(BOOLEAN of_linux, struct reading *reading)
{
    reading->frequency = 1000000000;
    reading->asleep = 0;
    return of_linux ? host_clock(&reading->counter, &reading->asleep)
                    : NT_SUCCESS(nt_performance_counter(&reading->counter, &reading->frequency));
}

/* The tightest of several pairs: a pair that was interrupted is a wide one. */
static BOOLEAN read_both(BOOLEAN of_linux, struct reading *reading)
{
    ULONG64 before, width, tightest = ~0ull;
    struct reading seen;
    int i;

    for (i = 0; i < 16; i++) {
        before = processor_tsc();
        if (!read_clock(of_linux, &seen)) return FALSE;
        width = processor_tsc() - before;
        if (width >= tightest) continue;
        tightest = width;
        *reading = seen;
        reading->tsc = before + width / 2;
    }
    return TRUE;
}

/* FALSE: try again, as after an interruption of more than that part of a second, or a sleep. A counter that stands still,
   or is coarse, is no clock: 0. */
static BOOLEAN measure_once(BOOLEAN of_linux, ULONG part, ULONG64 *rate)
{
    const ULONG64 give_up = 1ull << 32; /* ticks: a second or two, on any processor */
    const ULONG64 nap = 1000000;
    struct reading begin = { 0 }, end = { 0 };
    ULONG64 passed;

    *rate = 0;
    if (!read_both(of_linux, &begin) || begin.frequency < 1000000) return TRUE;
    do {
        if (!read_both(of_linux, &end)) return TRUE;
        passed = end.counter - begin.counter;
        if (passed > begin.frequency / part || end.asleep - begin.asleep > nap) return FALSE;
        if (end.tsc - begin.tsc > give_up) return TRUE;
    } while (passed < begin.frequency / 200);
    *rate = (end.tsc - begin.tsc) * begin.frequency / passed;
    return TRUE;
}

/* On a machine so busy that each try is interrupted, what is measured across an interruption is better than nothing. */
static ULONG64 measured_rate(void)
{
    ULONG64 raw, asleep, rate;
    const BOOLEAN of_linux = host_clock(&raw, &asleep);
    int tries = 0;

    while (!measure_once(of_linux, tries < 4 ? 10 : 2, &rate) && ++tries < 12) {}
    return rate;
}

ULONG64 cycle_rate(void)
{
    const ULONG64 unknown = ~0ull;
    static ULONG64 rate;
    ULONG64 found, known = __atomic_load_n(&rate, __ATOMIC_ACQUIRE);

    if (known) return known == unknown ? 0 : known;
    found = rate_of_hypervisor(); /* first: it may scale the counter and leave leaf 15h alone */
    if (!found) found = rate_of_processor();
    if (!found) found = measured_rate();
    if (!found) found = unknown;
    /* The first to finish decides for all. */
    if (__atomic_compare_exchange_n(&rate, &known, found, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) known = found;
    return known == unknown ? 0 : known;
}

/* value * by / per, for BY above 0 and BY * PER below 2^64: a second of a counter below 16 GHz in nanoseconds. */
static ULONG64 scale(ULONG64 value, ULONG64 by, ULONG64 per, ULONG64 round)
{
    /* The caller knows that there is a rate. NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
    ULONG64 whole = value / per, rest = (value % per * by + round) / per;

    if (whole > ~0ull / by) return ~0ull; /* NOLINT(clang-analyzer-core.DivideZero) */
    return whole * by > ~0ull - rest ? ~0ull : whole * by + rest;
}

ULONG64 cycles_from_100ns(ULONG64 time)
{
    return scale(time, cycle_rate(), 10000000, 0);
}

ULONG64 nanoseconds_from_cycles(ULONG64 cycles)
{
    return scale(cycles, 1000000000, cycle_rate(), cycle_rate() / 2);
}

ULONG64 times_from_cycles(ULONG64 cycles)
{
    return scale(cycles, 10000000, cycle_rate(), 0);
}

/* Asked once: a hypervisor makes it slow. */
BOOLEAN cycle_rate_is_invariant(void)
{
    enum { UNKNOWN, NO, YES };
    static LONG known;
    LONG answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    ULONG highest;

    if (answer != UNKNOWN) return answer == YES;
    highest = processor_cpuid(0x80000000).eax;
    answer = promises_invariant_counter(highest, processor_cpuid(INVARIANT_COUNTER_LEAF).edx) ? YES : NO;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return answer == YES;
}
