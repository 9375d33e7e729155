/* SPDX-License-Identifier: MIT */
/* Types, memory, counter paths and formulas, which all files of performance counters use. */
#ifndef CYCLETIME_COUNTERS_H
#define CYCLETIME_COUNTERS_H

#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>

/* The counter types of winperf.h that are used. Wine's headers lack winperf.h's names for them, so they have ours. */

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

/* Returns the type of the counter that follows a counter of TYPE in performance data, or 0 if no counter follows. */
static inline unsigned type_of_base(unsigned type)
{
    if (type == TYPE_FRACTION) return TYPE_FRACTION_BASE;
    return type == TYPE_AVERAGE ? TYPE_AVERAGE_BASE : 0;
}

/* Returns how many bytes the value takes in performance data: PERF_SIZE_LARGE or PERF_SIZE_DWORD. */
static inline unsigned type_size(unsigned type)
{
    return (type & 0x300) == 0x100 ? 8 : 4;
}

enum { TIME_BASE = 10000000 }; /* of all times here: 100 ns */

/* The process's heap, for memory that outlives one call. */

/* Returns zeroed memory; NULL: no memory is left. */
static inline PVOID heap_allocate(SIZE_T size)
{
    return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size);
}

/* MEMORY may be NULL. */
static inline void heap_release(PVOID memory)
{
    if (memory) HeapFree(GetProcessHeap(), 0, memory);
}

/* The path of a performance counter: \\machine\object(parent/instance#index)\counter. */

/* A part of a longer text, without a terminating zero. */
struct text {
    const WCHAR *at;
    ULONG length; /* 0: there is none */
};

/* Returns an empty text for NULL. */
struct text as_text(const WCHAR *string);

struct counter_path {
    struct text machine, object, parent, instance, counter;
    ULONG index;       /* of the instances of one name; the first is 0 */
    BOOLEAN any_index; /* "#*": all of them */
};

#define PATH_NO_INDEX 0xffffffff /* PERF_NO_UNIQUE_ID, which PdhMakeCounterPath writes too */

/* FALSE: the text is no path. */
BOOLEAN path_parse(const WCHAR *string, struct counter_path *path);

/* Writes the path and a terminating zero, as far as there is room; returns how many characters these are. */
ULONG path_make(const struct counter_path *path, WCHAR *string, ULONG room);

/* A text that is written as far as there is ROOM; LENGTH is that of the whole. */
struct writing {
    WCHAR *at;
    ULONG room, length;
};

void writing_add(struct writing *writing, const WCHAR *letters, ULONG length);

/* Windows' names are the same in capitals and small letters. */
BOOLEAN text_is(struct text text, const WCHAR *name);

/* Whether an instance's name matches a pattern, in which every * stands for any characters. */
BOOLEAN text_matches(struct text pattern, const WCHAR *name);

BOOLEAN text_has_wildcard(struct text text);

/* Writes NUMBER in decimal digits with a terminating zero, and returns the address of that zero. */
enum { NUMBER_TEXT = 11 };
WCHAR *path_write_number(WCHAR text[NUMBER_TEXT], ULONG number);

BOOLEAN path_has_wildcard(const struct counter_path *path);

/* Windows' formulas, by which a counter's displayed value is computed from its raw values. */

/* Whether the displayed value needs the change between two samples. */
BOOLEAN formula_needs_two(ULONG type);

static inline BOOLEAN formula_has_value(DWORD status)
{
    return status == PDH_CSTATUS_VALID_DATA || status == PDH_CSTATUS_NEW_DATA;
}

/* BEFORE is the older sample, and may be NULL where one is enough. SCALE: the power of ten that the user has set. FORMAT:
   PDH_FMT_... On failure the status gives the reason, and so does CStatus of VALUE. */
PDH_STATUS formula_format(ULONG type, LONG scale, ULONG format, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                          PDH_FMT_COUNTERVALUE *value);

#endif
