/* SPDX-License-Identifier: MIT */
/* The queries that programs have open, and our counters in them. Each of our queries belongs to one of the system's, which
   holds the counters that the catalogue does not know, and has the same handle; a counter is the system's or ours. */
#ifndef CYCLETIME_COUNTERS_QUERIES_H
#define CYCLETIME_COUNTERS_QUERIES_H

#include "counters/catalogue.h"

#include <pdh.h>

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

/* The caller holds the lock around all calls below, and as long as it uses what they return. */
void queries_lock(void);
void queries_unlock(void);

/* Take the lock and return what the handle names. NULL, and the lock is not held: it is not ours. */
struct counted_query *queries_hold(PDH_HQUERY handle);
struct pdh_counter *counter_hold(PDH_HCOUNTER handle);

/* The handle is of a query of the system's for real-time data. */
void queries_opened(PDH_HQUERY handle, DWORD_PTR user);
void queries_closed(struct counted_query *query);

/* NULL: the catalogue has no such counter, or no memory is left. */
struct pdh_counter *queries_add(struct counted_query *query, const WCHAR *string, DWORD_PTR user);
void queries_remove(struct pdh_counter *counter);

/* PDH_NO_DATA: the query has none of our counters, or none of them has an instance. */
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

#endif
