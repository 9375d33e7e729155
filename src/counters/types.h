/* SPDX-License-Identifier: MIT */
/* Those of winperf.h's counter types that are used. Wine's headers lack its names for them, so they have ours. */
#ifndef CYCLETIME_COUNTERS_TYPES_H
#define CYCLETIME_COUNTERS_TYPES_H

enum {
    TYPE_TIMER = 0x20510500,         /* PERF_100NSEC_TIMER */
    TYPE_INVERSE_TIMER = 0x21510500, /* PERF_100NSEC_TIMER_INV */
    TYPE_RATE = 0x10410400,          /* PERF_COUNTER_COUNTER, 32 bits */
    TYPE_LARGE_RATE = 0x10410500,    /* PERF_COUNTER_BULK_COUNT */
    TYPE_ELAPSED = 0x30240500,       /* PERF_ELAPSED_TIME */
    TYPE_NUMBER = 0x00010000,        /* PERF_COUNTER_RAWCOUNT, 32 bits */
    TYPE_LARGE_NUMBER = 0x00010100,  /* PERF_COUNTER_LARGE_RAWCOUNT */
    TYPE_FRACTION = 0x20020400,      /* PERF_RAW_FRACTION, 32 bits; what it is a part of follows it */
    TYPE_FRACTION_BASE = 0x40030403, /* PERF_RAW_BASE, 32 bits */
    TYPE_AVERAGE = 0x40020500,       /* PERF_AVERAGE_BULK; what it is divided by follows it */
    TYPE_AVERAGE_BASE = 0x40030402   /* PERF_AVERAGE_BASE, 32 bits */
};

/* The type of the counter that follows one of TYPE in performance data; 0: none follows it. */
static inline unsigned type_of_base(unsigned type)
{
    if (type == TYPE_FRACTION) return TYPE_FRACTION_BASE;
    return type == TYPE_AVERAGE ? TYPE_AVERAGE_BASE : 0;
}

/* Whether the value takes eight bytes in performance data, else four: PERF_SIZE_LARGE. */
static inline int type_is_large(unsigned type)
{
    return (type & 0x300) == 0x100;
}

enum { TIME_BASE = 10000000 }; /* of all times here: 100 ns */

#endif
