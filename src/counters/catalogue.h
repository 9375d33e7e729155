/* SPDX-License-Identifier: MIT */
/* The performance objects and counters that are known here, under Windows' names and with its types. */
#ifndef CYCLETIME_COUNTERS_CATALOGUE_H
#define CYCLETIME_COUNTERS_CATALOGUE_H

#include "path.h"
#include "snapshot.h"

struct counter_kind {
    const WCHAR *name;
    ULONG type;   /* TYPE_... */
    ULONG figure; /* what of its object it is */
};

struct object_kind {
    const WCHAR *name;
    ULONG wanted; /* SNAPSHOT_... */
    const struct counter_kind *counters;
    ULONG counter_count;
    ULONG (*instances)(const struct snapshot *snapshot); /* 0: nobody could tell */
    /* NULL: it is one thing, that has no name. */
    void (*name_of)(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME]);
    /* Among those of its name; NULL: no two have the same. */
    ULONG (*index_of)(const struct snapshot *snapshot, ULONG instance);
    BOOLEAN (*is_known)(ULONG figure); /* on this system */
    ULONG64 (*read)(const struct snapshot *snapshot, ULONG instance, ULONG figure);
    /* Where the same was in an earlier snapshot; NO_INSTANCE: nowhere. */
    ULONG (*earlier)(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before);
};

#define NO_INSTANCE (~(ULONG)0)

/* In Windows' order of instances. */
extern const struct object_kind object_memory, object_process, object_processor, object_processor_information,
    object_system;

/* NULL: that object, or a counter of it, is not known here. */
const struct object_kind *catalogue_object(struct text name);
const struct counter_kind *catalogue_counter(const struct object_kind *object, struct text name);

/* The next instance that a path means, from AT on: all whose names fit one with a *, or the one with its number.
   NO_INSTANCE: no more. */
ULONG catalogue_next(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                     ULONG at);

/* Machine's name in a path; none means this one. */
BOOLEAN catalogue_is_here(struct text machine);

/* A name of Windows' by its index, the same on every system in English; NULL: not known here. */
const WCHAR *catalogue_name(ULONG index);

#endif
