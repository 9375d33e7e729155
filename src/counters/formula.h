/* SPDX-License-Identifier: MIT */
/* Windows' formulas: what is displayed of a counter, from its raw values. */
#ifndef CYCLETIME_COUNTERS_FORMULA_H
#define CYCLETIME_COUNTERS_FORMULA_H

#include <windows.h>
#include <pdh.h>

/* Of the types of winperf.h those that are used, under names of ours. */
enum {
    TYPE_TIMER = 0x20510500,         /* PERF_100NSEC_TIMER */
    TYPE_INVERSE_TIMER = 0x21510500, /* PERF_100NSEC_TIMER_INV */
    TYPE_RATE = 0x10410400,          /* PERF_COUNTER_COUNTER, 32 bits */
    TYPE_ELAPSED = 0x30240500,       /* PERF_ELAPSED_TIME */
    TYPE_NUMBER = 0x00010000,        /* PERF_COUNTER_RAWCOUNT */
    TYPE_LARGE_NUMBER = 0x00010100   /* PERF_COUNTER_LARGE_RAWCOUNT */
};

enum { TIME_BASE = 10000000 }; /* of the times in raw values: 100 ns */

/* Whether it is told by how far it has moved between two samples. */
BOOLEAN formula_needs_two(ULONG type);

/* BEFORE is the older of the two, and may be NULL where one is enough. SCALE: the power of ten that its user has set.
   FORMAT: PDH_FMT_.... On failure the status says why, and so does CStatus of VALUE. */
PDH_STATUS formula_format(ULONG type, LONG scale, ULONG format, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                          PDH_FMT_COUNTERVALUE *value);

#endif
