/* SPDX-License-Identifier: MIT */
/* The rate of the time-stamp counter in ticks a second, by the same rules on both sides of the boundary: the hypervisor or
   the processor reports it, otherwise it is measured against a clock, which takes 5 ms. */
#ifndef CYCLETIME_TSC_RATE_H
#define CYCLETIME_TSC_RATE_H

#include <cpuid.h>
#include <stdint.h>

/* The registers that a leaf of CPUID returns. */
struct processor_id {
    uint32_t eax, ebx, ecx, edx;
};

/* Reads subleaf 0 of the leaf. */
static inline struct processor_id processor_id_read(uint32_t leaf)
{
    struct processor_id id;

    __cpuid_count(leaf, 0, id.eax, id.ebx, id.ecx, id.edx);
    return id;
}

/* Whether CPUID, of which LEAF reads one leaf, promises one rate of the time-stamp counter in every power state (Intel SDM
   and AMD APM, leaf 80000007h, edx). */
static inline int promises_invariant_tsc(struct processor_id (*leaf)(uint32_t leaf))
{
    const uint32_t promise = 0x80000007, bit = 8;

    return leaf(0x80000000).eax >= promise && leaf(promise).edx >> bit & 1;
}

/* A clock's time, and the TSC's value then. */
struct tsc_rate_reading {
    uint64_t tsc, time, frequency, asleep;
};

struct tsc_rate_sources {
    struct processor_id (*leaf)(uint32_t leaf); /* reads subleaf 0 of a leaf of CPUID */
    uint64_t (*read_tsc)(void);
    int (*clock)(struct tsc_rate_reading *now); /* fills in all but tsc; 0: the clock cannot be read */
};

/* Intel SDM, leaf 15h: ebx / eax is the TSC's ratio to a crystal of ecx Hz; any of them may be 0. */
static inline uint64_t tsc_rate_of_processor(const struct tsc_rate_sources *sources)
{
    struct processor_id id;

    if (sources->leaf(0).eax < 0x15) return 0;
    id = sources->leaf(0x15);
    if (!id.eax || !id.ebx || !id.ecx) return 0;
    return (uint64_t)id.ecx * id.ebx / id.eax;
}

static inline int tsc_rate_is_signature(const struct processor_id *id, uint32_t ebx, uint32_t ecx, uint32_t edx)
{
    return id->ebx == ebx && id->ecx == ecx && id->edx == edx;
}

/* Leaf 40000010h: eax is the TSC's rate in kHz. VMware defines it so, and KVM can offer the same; with other
   hypervisors that leaf means something else. */
static inline uint64_t tsc_rate_of_hypervisor(const struct tsc_rate_sources *sources)
{
    const uint32_t present = 0x80000000; /* leaf 1, ecx */
    struct processor_id id;

    if (!(sources->leaf(1).ecx & present)) return 0;
    id = sources->leaf(0x40000000);
    if (id.eax < 0x40000010) return 0;
    if (!tsc_rate_is_signature(&id, 0x61774d56, 0x4d566572, 0x65726177)     /* VMwareVMware */
        && !tsc_rate_is_signature(&id, 0x4b4d564b, 0x564b4d56, 0x0000004d)) /* KVMKVMKVM */
        return 0;
    return sources->leaf(0x40000010).eax * 1000ull;
}

/* Returns the tightest of several pairs of readings: a pair that was interrupted is a wide one. */
static inline int tsc_rate_read_both(const struct tsc_rate_sources *sources, struct tsc_rate_reading *reading)
{
    uint64_t before, width, tightest = UINT64_MAX;
    struct tsc_rate_reading seen;
    int i;

    for (i = 0; i < 16; i++) {
        before = sources->read_tsc();
        if (!sources->clock(&seen)) return 0;
        width = sources->read_tsc() - before;
        if (width >= tightest) continue;
        tightest = width;
        *reading = seen;
        reading->tsc = before + width / 2;
    }
    return 1;
}

/* Returns 0 where the caller has to try again, as after an interruption of more than that part of a second, or a sleep. A
   TSC that stands still, or is coarse, is no clock: then the rate is 0. */
static inline int tsc_rate_measure_once(const struct tsc_rate_sources *sources, uint32_t part, uint64_t *rate)
{
    const uint64_t give_up = 1ull << 32; /* ticks: a second or two, on any processor */
    const uint64_t nap = 1000000;
    struct tsc_rate_reading begin = { 0, 0, 0, 0 }, end = { 0, 0, 0, 0 };
    uint64_t passed;

    *rate = 0;
    if (!tsc_rate_read_both(sources, &begin) || begin.frequency < 1000000) return 1;
    do {
        if (!tsc_rate_read_both(sources, &end)) return 1;
        passed = end.time - begin.time;
        if (passed > begin.frequency / part || end.asleep - begin.asleep > nap) return 0;
        if (end.tsc - begin.tsc > give_up) return 1;
    } while (passed < begin.frequency / 200);
    *rate = (end.tsc - begin.tsc) * begin.frequency / passed;
    return 1;
}

/* Returns 0 if this machine's clocks do not allow a measurement. On a machine so busy that each try is interrupted, a rate
   that is measured across an interruption is better than no rate. */
static inline uint64_t tsc_rate_find(const struct tsc_rate_sources *sources)
{
    uint64_t rate = tsc_rate_of_hypervisor(sources); /* first, because it may scale the TSC and leave leaf 15h alone */
    int tries = 0;

    if (!rate) rate = tsc_rate_of_processor(sources);
    if (rate) return rate;
    while (!tsc_rate_measure_once(sources, tries < 4 ? 10 : 2, &rate) && ++tries < 12) {}
    return rate;
}

#endif
