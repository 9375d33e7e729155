/* SPDX-License-Identifier: MIT */
/* The registry's performance data: what a program asks for, and the block that it gets. */
#ifndef CYCLETIME_PERFORMANCE_DATA_H
#define CYCLETIME_PERFORMANCE_DATA_H

#include "counters/catalogue.h"

#include <windows.h>
#include <winperf.h>
#include <winreg.h>

/* Performance data as RegQueryValueEx returns it: a PERF_DATA_BLOCK, the computer's name and objects. It is made from a
   snapshot and the catalogue alone. */

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

/* Adds the counters that are known on this system. An object without an instance or a known figure is left out. */
void data_block_add(struct data_block *block, const struct object_kind *object, const struct snapshot *snapshot);

/* Adds an object of another provider, a PERF_OBJECT_TYPE and what follows it, LENGTH bytes in all. */
void data_block_copy(struct data_block *block, const void *object, ULONG length);

/* FALSE: the room is too small, and LENGTH is the size that is needed. */
BOOLEAN data_block_end(struct data_block *block);

/* Reads the objects in performance data of another provider, and trusts none of their lengths. */

struct data_reader {
    const BYTE *at;
    ULONG rest;    /* bytes from there on */
    ULONG objects; /* objects that follow, if the data are right */
};

struct data_object {
    const BYTE *at;
    ULONG length;
    ULONG index; /* of its name */
};

/* The data may go on after the length that they state, up to LENGTH; the bytes that the system has not written are zeros.
   FALSE: these are no performance data. */
BOOLEAN data_reader_open(const void *data, ULONG length, struct data_reader *reader);

/* Returns FALSE if no object follows, or if the following data are not an object. */
BOOLEAN data_reader_next(struct data_reader *reader, struct data_object *object);

/* The values of HKEY_PERFORMANCE_DATA, and of HKEY_PERFORMANCE_TEXT and HKEY_PERFORMANCE_NLSTEXT. */

/* The system's RegQueryValueExW. */
typedef LSTATUS (WINAPI *registry_query)(HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD);

/* The outputs of RegQueryValueEx's caller. */
struct registry_output {
    BOOLEAN is_wide; /* strings */
    DWORD *type;     /* may be NULL */
    BYTE *data;      /* may be NULL */
    DWORD *size;     /* the size of DATA, then what was written or, for strings, is needed */
};

/* Adds our objects and names to the system's answer. FALSE: there is nothing to add, the system has to answer, and no
   output was written. NAME may be NULL. */
BOOLEAN registry_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                       LSTATUS *status);

#endif
