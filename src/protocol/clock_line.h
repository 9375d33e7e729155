/* SPDX-License-Identifier: MIT */
/* A clock of Linux' as a straight line over the time-stamp counter. It lies in memory of the Windows side, the same for
   every word size; the Linux side draws it, anew each time that a reader finds it to be older than its length, and both
   sides read it. A line that is being drawn, or that is older than its length, tells nothing. */
#ifndef CYCLETIME_CLOCK_LINE_H
#define CYCLETIME_CLOCK_LINE_H

#include <stdint.h>

/* Units are 100 ns, as the clocks of Windows have them. */
struct clock_line {
    uint32_t sequence; /* odd: it is being drawn; it moves with each line, and with each answer given without one */
    uint32_t length;   /* in ticks of the counter; 0: there is no line */
    uint64_t begin;    /* where the counter stood */
    uint64_t time;     /* then, in whole units */
    uint32_t fraction; /* and in units / 2^32 */
    uint32_t slope;    /* units / 2^32 that pass in a tick of the counter */
    uint64_t asleep;   /* how many of these units the machine slept */
    uint64_t told;     /* the Linux side's: the latest time that was told without the line */
    uint32_t busy;     /* the Linux side's: one draws, nobody waits */
    uint32_t padding;
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct clock_line) == 64, "one line of the cache");

/* What stands before it is done by then. */
static inline uint64_t ordered_counter(void)
{
    uint32_t low, high;

    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Where the line is after PASSED ticks, no more than its length. */
static inline uint64_t clock_line_at(uint64_t time, uint32_t fraction, uint32_t slope, uint32_t passed)
{
    return time + ((fraction + (uint64_t)passed * slope) >> 32);
}

struct clock_moment {
    uint64_t time, asleep;
};

/* 0: the line tells nothing now. Processors load in order, so that it is enough to hold the compiler to it. */
static inline int clock_line_read_by(const volatile struct clock_line *line, uint64_t (*counter)(void),
                                     struct clock_moment *now)
{
    const uint32_t sequence = line->sequence, fraction = line->fraction, slope = line->slope, length = line->length;
    const uint64_t begin = line->begin, time = line->time, asleep = line->asleep;
    uint64_t passed;

    if (__builtin_expect(!length, 0)) return 0; /* the counter costs more than all of this */
    passed = counter() - begin;
    if (__builtin_expect(line->sequence != sequence || sequence & 1 || passed >= length, 0)) return 0;
    now->time = clock_line_at(time, fraction, slope, (uint32_t)passed);
    now->asleep = asleep;
    return 1;
}

static inline int clock_line_read(const volatile struct clock_line *line, struct clock_moment *now)
{
    return clock_line_read_by(line, ordered_counter, now);
}

#endif
