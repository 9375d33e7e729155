/* SPDX-License-Identifier: MIT */
/* The queries that programs have open, and the counters of ours in them. A query of ours is one of the system's, which
   holds the counters that are not known here, so there is one handle for both; a counter is the one or the other. */
#ifndef CYCLETIME_COUNTERS_QUERIES_H
#define CYCLETIME_COUNTERS_QUERIES_H

#include "catalogue.h"

#include <pdh.h>

struct counter {
    struct counter *next; /* of its query */
    struct counted_query *query;
    const struct object_kind *object;
    const struct counter_kind *kind;
    struct counter_path path; /* into STRING, which is the whole of it */
    WCHAR *string;
    DWORD_PTR user;
    LONG scale;
    ULONG begin;           /* how many snapshots its query had taken when it came */
    PDH_RAW_COUNTER first; /* its value before the first of its own */
};

struct counted_query {
    struct counted_query *next;
    PDH_HQUERY handle;
    DWORD_PTR user;
    struct counter *counters;
    struct snapshot *now, *before;
    ULONG taken;
    HANDLE collector, stop; /* a thread that takes snapshots, and what ends it; NULL: there is none */
};

/* Once, before anything else. */
void queries_start(void);

/* Around all that follows, and as long as what it returns is used. */
void queries_lock(void);
void queries_unlock(void);

/* Of the system's, which tells the present. */
void queries_opened(PDH_HQUERY handle, DWORD_PTR user);
struct counted_query *queries_find(PDH_HQUERY handle); /* NULL: it is none */
void queries_closed(struct counted_query *query);

/* NULL: it is not known here, or there is no memory. */
struct counter *queries_add(struct counted_query *query, const WCHAR *string, DWORD_PTR user);
void queries_remove(struct counter *counter);

/* PDH_NO_DATA: the query has no counter of ours. */
PDH_STATUS queries_collect(struct counted_query *query);

/* Counters of the system's are at even addresses. */
PDH_HCOUNTER counter_handle(struct counter *counter);
struct counter *counter_find(PDH_HCOUNTER handle); /* NULL: it is not ours */

/* Whether its path names one instance only. */
BOOLEAN counter_is_one(const struct counter *counter);

/* The next of its instances in the latest snapshot, from AT on; NO_INSTANCE: no more. */
ULONG counter_next(const struct counter *counter, ULONG at);

/* The latest and the one before, in which there is why when there is none. The stamps are UTC. */
struct counter_values {
    PDH_RAW_COUNTER now, before;
};

struct counter_values counter_values(const struct counter *counter, ULONG instance);

#endif
