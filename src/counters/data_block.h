/* SPDX-License-Identifier: MIT */
/* Performance data as RegQueryValueEx returns it: a PERF_DATA_BLOCK, the computer's name and objects. It is made from a
   snapshot and the catalogue alone. */
#ifndef CYCLETIME_COUNTERS_DATA_BLOCK_H
#define CYCLETIME_COUNTERS_DATA_BLOCK_H

#include "counters/catalogue.h"

/* The time at which the values were read. */
struct data_times {
    ULONG64 date;               /* 100 ns since 1601 */
    SYSTEMTIME system_time;     /* the same */
    ULONG64 counter, frequency; /* of QueryPerformanceCounter */
};

struct data_block {
    BYTE *at; /* aligned to 8 bytes; no byte is written beyond ROOM */
    ULONG room;
    ULONG length; /* the bytes of all that was added so far, whether or not there was room */
    ULONG objects;
};

struct data_block data_block_begin(PVOID at, ULONG room, const WCHAR *computer, const struct data_times *times);

/* Adds the counters that are known on this system. An object is left out if it has no instance, or if none of its figures
   is known. */
void data_block_add(struct data_block *block, const struct object_kind *object, const struct snapshot *snapshot);

/* Adds an object of another provider, a PERF_OBJECT_TYPE and what follows it, LENGTH bytes in all. */
void data_block_copy(struct data_block *block, const void *object, ULONG length);

/* FALSE: the room is too small, and LENGTH is the size that is needed. */
BOOLEAN data_block_end(struct data_block *block);

#endif
