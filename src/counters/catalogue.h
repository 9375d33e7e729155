/* SPDX-License-Identifier: MIT */
/* The objects and counters that cycletime has, and their names. */
#ifndef CYCLETIME_CATALOGUE_H
#define CYCLETIME_CATALOGUE_H

#include "counters/counters.h"
#include "counters/snapshot.h"

#include <windows.h>
#include <stddef.h>
#include <winperf.h>

/* The performance objects, counters and instances that cycletime provides, under Windows' English names and with its
   indices and types: one table for pdh.dll's functions and for the registry's performance data. A figure is the value of
   one counter of an object; each object numbers its own. */

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
    const struct object_kind *parent; /* its instances are the parents of this object's; NULL if they have none */
    ULONG (*parent_of)(const struct snapshot *snapshot, ULONG instance);
    /* FALSE: no source reported the value. The base is set for fractions and averages only. */
    BOOLEAN (*read)(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value);
    /* The same instance in an earlier snapshot; NO_INSTANCE: it was not there. NULL: an instance keeps its number. */
    ULONG (*earlier)(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before);
};

#define NO_INSTANCE (~(ULONG)0)

/* The instances of each are in Windows' order. */
extern const struct object_kind object_memory, object_paging_file, object_process, object_processor,
    object_processor_information, object_system, object_thread;

/* All objects, by name. An object without any counter that is known on this system is not reported. */
enum { CATALOGUE_OBJECTS = 7 };
extern const struct object_kind *const catalogue[CATALOGUE_OBJECTS];

BOOLEAN catalogue_has_object(const struct object_kind *object);
BOOLEAN catalogue_has_counter(const struct object_kind *object, const struct counter_kind *counter);

/* NULL: that object, or a counter of it, is not known on this system. */
const struct object_kind *catalogue_object(struct text name);
const struct counter_kind *catalogue_counter(const struct object_kind *object, struct text name);

/* Returns the object of a path. NULL: the path is of another machine, names no instance though the object has named ones or
   the reverse, or names an object that is not known on this system. */
const struct object_kind *catalogue_of_path(const struct counter_path *path);

/* Returns the next instance, from AT on, that a path names, or NO_INSTANCE. A path with a * names all instances that match,
   any other path the instance with its index. */
ULONG catalogue_next(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                     ULONG at);

/* Reads from a snapshot that has what the object and the counter want. FALSE: no source reported the value. */
BOOLEAN catalogue_read(const struct object_kind *object, const struct counter_kind *counter,
                       const struct snapshot *snapshot, ULONG instance, struct raw_value *value);

/* Writes the instance's name as a path has it: its parent's name, a slash and its own. */
enum { FULL_INSTANCE_NAME = 2 * INSTANCE_NAME };
void catalogue_name_of(const struct object_kind *object, const struct snapshot *snapshot, ULONG instance,
                       WCHAR name[FULL_INSTANCE_NAME]);

/* Whether a path's machine name is that of this machine, or is empty. */
BOOLEAN catalogue_is_here(struct text machine);

/* Returns the English name that has INDEX on every Windows, even if what it names is not known on this system; for an odd
   INDEX the help text of the name before it. NULL: the catalogue has no such name. */
const WCHAR *catalogue_text(ULONG index);

/* 0: the catalogue has no such name. */
ULONG catalogue_index(struct text name);

/* The contents of the registry value "Counter 009" or "Help 009": pairs of strings, an index and its text, in the order of
   the indices, and an empty string at the end. */

/* Our texts: TEXT_OF(index) is NULL if the index has no text. FIRST is the lowest index, every second index follows, and
   LAST is the highest that may be used. */
struct name_source {
    const WCHAR *(*text_of)(ULONG index);
    ULONG first, last;
};

/* Merges OURS and THEIRS, another list of LENGTH characters, into LIST as far as there is ROOM; where both have an index,
   the text of THEIRS is written. Returns the number of characters of the whole list. */
ULONG catalogue_merge_names(const struct name_source *ours, const WCHAR *theirs, ULONG length, WCHAR *list, ULONG room);

#endif
