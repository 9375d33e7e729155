/* SPDX-License-Identifier: MIT */
/* The functions that replace pdh.dll's, the queries that they work on, and their text. */
#ifndef CYCLETIME_PDH_H
#define CYCLETIME_PDH_H

#include "counters/catalogue.h"

#include <windows.h>
#include <pdh.h>

/* The queries that programs have open, and our counters in them. Each of our queries belongs to one of the system's, which
   holds the counters that the catalogue does not know, and has the same handle; a counter is the system's or ours. */

struct pdh_counter {
    struct pdh_counter *next; /* of its query */
    struct counted_query *query;
    const struct object_kind *object;
    const struct counter_kind *kind;
    struct counter_path path; /* its texts are parts of STRING */
    WCHAR *string;
    DWORD_PTR user;
    LONG scale;
    ULONG begin;           /* the number of its query's snapshots when it was added */
    PDH_RAW_COUNTER first; /* its value before the first snapshot that counts for it */
};

struct counted_query {
    struct counted_query *next;
    PDH_HQUERY handle;
    DWORD_PTR user;
    struct pdh_counter *counters;
    struct snapshot *now, *before;
    ULONG taken;
    HANDLE collector, stop; /* a thread that takes snapshots, and the event that ends it; NULL: there is none */
};

/* This is called once, before any other function. */
void queries_start(void);

/* Take the lock and return the query or counter of the handle. Return NULL, without the lock, if it is not ours. */
struct counted_query *queries_hold(PDH_HQUERY handle);
struct pdh_counter *counter_hold(PDH_HCOUNTER handle);
void queries_unlock(void);

/* Notes a query of the system's for real-time data. */
void queries_opened(PDH_HQUERY handle, DWORD_PTR user);

/* The caller holds the lock around all calls below, and as long as it uses what they return. */
void queries_closed(struct counted_query *query);

/* NULL: the catalogue has no such counter, or no memory is left. */
struct pdh_counter *queries_add(struct counted_query *query, const WCHAR *string, DWORD_PTR user);
void queries_remove(struct pdh_counter *counter);

/* Returns PDH_NO_DATA if the query has no counter of ours, or if no counter of ours has an instance. */
PDH_STATUS queries_collect(struct counted_query *query);

/* The system's counters have even addresses, so our handles are odd. */
PDH_HCOUNTER counter_handle(struct pdh_counter *counter);

/* Returns the counter's next instance in the latest snapshot, from AT on, or NO_INSTANCE after the last one. */
ULONG counter_next(const struct pdh_counter *counter, ULONG at);

/* The latest value and the one before; CStatus holds the reason where there is no value. The time stamps are UTC. */
struct counter_values {
    PDH_RAW_COUNTER now, before;
};

struct counter_values counter_values(const struct pdh_counter *counter, ULONG instance);

/* Strings after a structure that points to them, in one buffer of the caller's. Without room they are only counted. */

struct pack {
    BYTE *buffer;
    ULONG used, room;
    BOOLEAN is_wide;
};

/* The structure takes the first SIZE bytes. */
static inline struct pack pack_begin(PVOID buffer, ULONG room, ULONG size, BOOLEAN is_wide)
{
    return (struct pack){ buffer, size, buffer ? room : 0, is_wide };
}

/* The address of the string, which ends with a 0; NULL: there was no room. */
PVOID pack_text(struct pack *pack, struct text text);

/* The same for an element of a path; NULL also for an element that the path does not have. */
PVOID pack_element(struct pack *pack, struct text text);

static inline BOOLEAN pack_is_whole(const struct pack *pack)
{
    return pack->used <= pack->room;
}

/* The strings that pdh's functions take and return, in ANSI or Unicode. A list of strings ends with an empty one. */

/* A caller's text buffer, and its length in characters, or in bytes where the buffer begins with a structure. */
struct output {
    BOOLEAN is_wide;
    PVOID buffer;
    DWORD *length;
};

/* Returns STRING, converted into ROOM if it is not wide, an empty string for NULL, or NULL if it is longer than a path. */
const WCHAR *pdh_widen_string(const void *string, BOOLEAN is_wide, WCHAR room[PDH_MAX_COUNTER_PATH]);

/* Returns a machine's name without two backslashes before it. */
const WCHAR *pdh_skip_backslashes(const WCHAR *machine);

/* Returns the status with which a function of pdh.dll refuses PATH. The system's status SYSTEMS is the same for every path
   that it does not know; Windows reports a path that cannot be parsed, and an empty one, by a status of its own. */
PDH_STATUS pdh_choose_refusal(PDH_STATUS systems, const void *path, BOOLEAN is_wide);

/* Writes what FILL packs to the caller's buffer. PDH_MORE_DATA: the buffer has no room for all of it, and nothing is
   written. *LENGTH becomes the length that is needed. */
PDH_STATUS answer_text(const struct output *answer, void (*fill)(struct pack *, const void *), const void *context);

/* pdh_fill_string is a FILL that packs a string, and pdh_fill_path one that packs a struct counter_path, if it is not too
   long. A FILL that packs a list calls pdh_fill_end after the last string. */
void pdh_fill_string(struct pack *pack, const void *string);
void pdh_fill_path(struct pack *pack, const void *path);
void pdh_fill_end(struct pack *pack, BOOLEAN is_empty);

/* The functions that replace pdh.dll's own, which def/pdh.def lists, and pdh.dll's own functions, which answer all that the
   catalogue does not know. */

/* No Windows header declares these. */
PDH_STATUS WINAPI PdhVbOpenQuery(PDH_HQUERY *Query);
PDH_STATUS WINAPI PdhVbAddCounter(PDH_HQUERY Query, LPCSTR Path, PDH_HCOUNTER *Counter);
double WINAPI PdhVbGetDoubleCounterValue(PDH_HCOUNTER Counter, DWORD *Status);
DWORD WINAPI PdhVbIsGoodStatus(LONG Status);
PDH_STATUS WINAPI PdhVbGetCounterPathElements(LPCSTR Path, LPSTR Machine, LPSTR Object, LPSTR Instance, LPSTR Parent,
                                              LPSTR Counter, DWORD Size);

struct pdh_functions {
#define ENTRY(name) __typeof__(name) *name;
#include "pdh.inc"
#undef ENTRY
};

/* NULL: pdh.dll's function is not replaced, or does not exist. */
extern struct pdh_functions system_pdh;

#define ENTRY(name) __typeof__(name) Hooked##name;
#include "pdh.inc"
#undef ENTRY

/* The answer where a counter, a path or a name is the system's, whose function then answers; no status has this value. */
enum { NOT_OURS = -1 };

#define DEFINE_PDH_BY(name, parameters, answer, systems) \
    PDH_STATUS WINAPI Hooked##name parameters \
    { \
        const PDH_STATUS status = answer; \
\
        return status == NOT_OURS ? systems : status; \
    }

/* Defines the function that replaces NAME and has these PARAMETERS, which ARGUMENTS passes on to the system's function. */
#define DEFINE_PDH(name, parameters, arguments, answer) DEFINE_PDH_BY(name, parameters, answer, system_pdh.name arguments)

/* The same for a function that may refuse its parameter Path, which is in the characters IS_WIDE. */
#define DEFINE_PDH_OF_PATH(name, is_wide, parameters, arguments, answer) \
    DEFINE_PDH_BY(name, parameters, answer, pdh_choose_refusal(system_pdh.name arguments, Path, is_wide))

struct pdh_entry {
    const char *name;
    PVOID function;
    PVOID *trampoline;
};

enum { PDH_COUNT = sizeof(struct pdh_functions) / sizeof(PVOID) };

extern const struct pdh_entry pdh_entries[PDH_COUNT];

#endif
