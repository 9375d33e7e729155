/* SPDX-License-Identifier: MIT */
/* The counter scale: the straight line by which the TSC (time-stamp counter) gives the time of one of Linux's clocks. It
   lies in memory of the Windows side, the same for every word size. The unixlib fits it anew, each time that a reader finds
   it to be older than its length, and both sides read it.

                                 +1                          +1               after `length` ticks
       [ none: length is 0 ] --------> [ being fitted: odd ] ----> [ valid ] -----------------------> [ over ]
                  ^                       |     ^    ^                |                                  |
                  +-----------------------+     |    +--- the clock was set, or Linux reads it otherwise |
                   no scale can be fitted: +1   +--------------------------------------------------------+

   Each step adds to `sequence`. So does each answer that is given without the scale, +2: a fit that began before it fails,
   because the new scale could begin before that answer. */
#ifndef CYCLETIME_TSC_SCALE_H
#define CYCLETIME_TSC_SCALE_H

#include <stdint.h>

/* Units are 100 ns, as in the clocks of Windows. */
struct tsc_scale {
    uint32_t sequence; /* odd: it is being fitted */
    uint32_t length;   /* in ticks of the TSC; 0: there is no scale */
    uint64_t begin;    /* the TSC's value at the scale's begin */
    uint64_t time;     /* the clock's time then, in whole units */
    uint32_t fraction; /* the rest of that time, in units / 2^32 */
    uint32_t slope;    /* units / 2^32 that pass in a tick of the TSC */
    uint64_t asleep;   /* how many units of the time the machine slept */
    uint64_t returned; /* for the unixlib: the latest time returned without the scale, or the end of the last one */
    uint32_t busy;     /* for the unixlib: a thread is fitting; others do not wait for it */
    uint32_t padding;
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct tsc_scale) == 64, "one line of the cache");

/* Reads the TSC when all instructions before it are done. */
static inline uint64_t tsc_read_ordered(void)
{
    uint32_t low = 0, high = 0; /* for cppcheck, which does not know that the instruction writes them */

    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Returns the time PASSED ticks after the scale's begin; PASSED is no more than its length. */
static inline uint64_t tsc_scale_at(uint64_t time, uint32_t fraction, uint32_t slope, uint32_t passed)
{
    return time + ((fraction + (uint64_t)passed * slope) >> 32);
}

struct clock_moment {
    uint64_t time, asleep;
};

/* Returns 0 where the scale is not valid now. Processors load in order, so it is enough that the compiler does. */
static inline int tsc_scale_read_by(const volatile struct tsc_scale *scale, uint64_t (*read_tsc)(void),
                                    struct clock_moment *now)
{
    const uint32_t sequence = scale->sequence, fraction = scale->fraction, slope = scale->slope, length = scale->length;
    const uint64_t begin = scale->begin, time = scale->time, asleep = scale->asleep;
    uint64_t passed;

    if (__builtin_expect(!length, 0)) return 0; /* the TSC costs more than all of this */
    passed = read_tsc() - begin;
    if (__builtin_expect(scale->sequence != sequence || sequence & 1 || passed >= length, 0)) return 0;
    now->time = tsc_scale_at(time, fraction, slope, (uint32_t)passed);
    now->asleep = asleep;
    return 1;
}

static inline int tsc_scale_read(const volatile struct tsc_scale *scale, struct clock_moment *now)
{
    return tsc_scale_read_by(scale, tsc_read_ordered, now);
}

#endif
