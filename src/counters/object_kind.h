/* SPDX-License-Identifier: MIT */
/* A performance object with its counters and instances, as the catalogue lists it. */
#ifndef CYCLETIME_OBJECT_KIND_H
#define CYCLETIME_OBJECT_KIND_H

#include "counters/counters.h"
#include "counters/snapshot.h"

#include <windows.h>
#include <stddef.h>
#include <winperf.h>

struct counter_kind {
    const WCHAR *name;
    ULONG index;       /* of the name in Windows' English list, an even number; the help's is the next */
    ULONG type;        /* TYPE_... */
    LONG scale;        /* the power of ten by which a graph shows it */
    ULONG detail;      /* PERF_DETAIL_... */
    ULONG wanted;      /* SNAPSHOT_..., besides what its object wants */
    ULONG figure;      /* the number of the value among its object's figures */
    const WCHAR *help; /* a sentence that explains it */
};

/* A counter's raw value, as PDH_RAW_COUNTER has it. */
struct raw_value {
    ULONG64 figure;
    /* For a timer or rate this is the time at which the object was read; for an elapsed time it is the date, and the figure
       is a date, too; for a fraction or average it is the divisor of the figure; else it is 0. */
    ULONG64 base;
};

struct object_kind {
    const WCHAR *name, *help;
    ULONG index, detail; /* as those of a counter */
    ULONG standard;      /* the index in COUNTERS of the counter that is shown first */
    ULONG wanted;        /* SNAPSHOT_... */
    const struct counter_kind *counters;
    ULONG counter_count;
    BOOLEAN (*is_known)(ULONG figure); /* on this system; NULL: each is */
    SIZE_T moment; /* the offset in a snapshot of the time when its figures were read: 100 ns since the system started */
    ULONG (*instances)(const struct snapshot *snapshot); /* 0: no source reported any */
    /* NULL: the object has one instance, without a name. */
    void (*name_of)(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME]);
    /* The index among the instances of the same name and parent; NULL: no two have the same. */
    ULONG (*index_of)(const struct snapshot *snapshot, ULONG instance);
    const struct object_kind *parent; /* the object whose instances are the parents of this one's; NULL: none */
    ULONG (*parent_of)(const struct snapshot *snapshot, ULONG instance);
    /* FALSE: no source reported the value. The base is set for fractions and averages only. */
    BOOLEAN (*read)(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value);
    /* The same instance in an earlier snapshot; NO_INSTANCE: it was not there. */
    ULONG (*earlier)(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before);
};

#define NO_INSTANCE (~(ULONG)0)

/* The instances of each are in Windows' order. */
extern const struct object_kind object_memory, object_paging_file, object_process, object_processor,
    object_processor_information, object_system, object_thread;

#endif
