/* SPDX-License-Identifier: MIT */
/* The queries that the program has open and their counters, with the values that were collected. The functions of
   pdh.dll hold the lock while they use one. */
#include "counters/pdh.h"
#include "counters/counters.h"

#include <pdhmsg.h>

enum { HANDLE_MARK = 1 };

static CRITICAL_SECTION lock;
static struct counted_query *queries;

void queries_start(void)
{
    InitializeCriticalSection(&lock);
}

void queries_lock(void)
{
    EnterCriticalSection(&lock);
}

void queries_unlock(void)
{
    LeaveCriticalSection(&lock);
}

static struct counted_query *find_query(PDH_HQUERY handle)
{
    struct counted_query *query;

    for (query = queries; query; query = query->next)
        if (query->handle == handle) return query;
    return NULL;
}

struct counted_query *queries_hold(PDH_HQUERY handle)
{
    struct counted_query *query;

    queries_lock();
    if (!(query = find_query(handle))) queries_unlock();
    return query;
}

/* If the handle is in the list already, its query was closed unseen, by a function pointer from before hooking. */
void queries_opened(PDH_HQUERY handle, DWORD_PTR user)
{
    struct counted_query *query = find_query(handle);

    if (query) queries_closed(query);
    if (!(query = heap_allocate(sizeof *query))) return;
    query->handle = handle;
    query->user = user;
    query->next = queries;
    queries = query;
}

static void free_counter(struct pdh_counter *counter)
{
    heap_release(counter->string);
    heap_release(counter);
}

void queries_closed(struct counted_query *query)
{
    struct counted_query **link = &queries;
    struct pdh_counter *counter;

    while (*link != query) link = &(*link)->next;
    *link = query->next;
    while ((counter = query->counters)) {
        query->counters = counter->next;
        free_counter(counter);
    }
    snapshot_free(query->now);
    snapshot_free(query->before);
    heap_release(query);
}

static BOOLEAN understand_counter(struct pdh_counter *counter)
{
    const struct counter_path *path = &counter->path;

    if (!path_parse(counter->string, &counter->path)) return FALSE;
    if (!(counter->object = catalogue_of_path(path))) return FALSE;
    return (counter->kind = catalogue_counter(counter->object, path->counter)) != NULL;
}

static WCHAR *copy_string(const WCHAR *string)
{
    const SIZE_T size = (wcslen(string) + 1) * sizeof *string;
    WCHAR *copy = heap_allocate(size);

    if (copy) memcpy(copy, string, size);
    return copy;
}

static struct pdh_counter *make_counter(const WCHAR *string)
{
    struct pdh_counter *counter = heap_allocate(sizeof *counter);

    if (!counter) return NULL;
    if ((counter->string = copy_string(string)) && understand_counter(counter)) return counter;
    free_counter(counter);
    return NULL;
}

static void put_value(const struct pdh_counter *counter, const struct snapshot *snapshot, ULONG instance,
                      PDH_RAW_COUNTER *raw)
{
    struct raw_value value;

    raw->TimeStamp = (FILETIME){ (DWORD)snapshot->date, (DWORD)(snapshot->date >> 32) };
    raw->CStatus = PDH_CSTATUS_NO_INSTANCE;
    if (instance == NO_INSTANCE) return;
    raw->CStatus = PDH_CSTATUS_INVALID_DATA;
    if (!catalogue_read(counter->object, counter->kind, snapshot, instance, &value)) return;
    raw->CStatus = PDH_CSTATUS_VALID_DATA;
    raw->FirstValue = (LONGLONG)value.figure;
    raw->SecondValue = (LONGLONG)value.base;
}

/* A counter that needs one sample and has no instances has a value at once, as on Windows. */
static void begin_with_a_value(struct pdh_counter *counter)
{
    struct snapshot *snapshot;

    counter->first.CStatus = PDH_CSTATUS_INVALID_DATA;
    counter->first.MultiCount = 1;
    if (counter->object->name_of || formula_needs_two(counter->kind->type)) return;
    if (!(snapshot = snapshot_take(catalogue_wanted(counter->object, counter->kind), NULL))) return;
    put_value(counter, snapshot, counter->object->instances(snapshot) ? 0 : NO_INSTANCE, &counter->first);
    snapshot_free(snapshot);
}

struct pdh_counter *queries_add(struct counted_query *query, const WCHAR *string, DWORD_PTR user)
{
    struct pdh_counter *counter = make_counter(string);

    if (!counter) return NULL;
    counter->query = query;
    counter->user = user;
    counter->begin = query->taken;
    begin_with_a_value(counter);
    counter->next = query->counters;
    query->counters = counter;
    return counter;
}

void queries_remove(struct pdh_counter *counter)
{
    struct pdh_counter **link = &counter->query->counters;

    while (*link != counter) link = &(*link)->next;
    *link = counter->next;
    free_counter(counter);
}

/* Whether any counter of the query has an instance. A program that queries what may not exist, as psutil does for swap
   space, relies on that. */
static BOOLEAN has_data(const struct counted_query *query)
{
    const struct pdh_counter *counter;

    for (counter = query->counters; counter; counter = counter->next)
        if (counter_next(counter, 0) != NO_INSTANCE) return TRUE;
    return FALSE;
}

PDH_STATUS queries_collect(struct counted_query *query)
{
    const struct pdh_counter *counter;
    struct snapshot *snapshot;
    ULONG wanted = 0;

    if (!query->counters) return PDH_NO_DATA;
    for (counter = query->counters; counter; counter = counter->next)
        wanted |= catalogue_wanted(counter->object, counter->kind);
    if (!(snapshot = snapshot_take(wanted, query->now))) return PDH_MEMORY_ALLOCATION_FAILURE;
    snapshot_free(query->before);
    query->before = query->now;
    query->now = snapshot;
    query->taken++;
    return has_data(query) ? ERROR_SUCCESS : PDH_NO_DATA;
}

/* The handle is a readable address, so that a function of the system's that receives it detects that the counter is not the
   system's. */
PDH_HCOUNTER counter_handle(struct pdh_counter *counter)
{
    return (BYTE *)counter + HANDLE_MARK;
}

static struct pdh_counter *find_counter(PDH_HCOUNTER handle)
{
    const struct counted_query *query;
    struct pdh_counter *counter;

    if (!((ULONG_PTR)handle & HANDLE_MARK)) return NULL;
    for (query = queries; query; query = query->next)
        for (counter = query->counters; counter; counter = counter->next)
            if (counter_handle(counter) == handle) return counter;
    return NULL;
}

struct pdh_counter *counter_hold(PDH_HCOUNTER handle)
{
    struct pdh_counter *counter;

    queries_lock();
    if (!(counter = find_counter(handle))) queries_unlock();
    return counter;
}

ULONG counter_next(const struct pdh_counter *counter, ULONG at)
{
    if (counter->query->taken == counter->begin) return NO_INSTANCE;
    return catalogue_next(counter->object, counter->query->now, &counter->path, at);
}

struct counter_values counter_values(const struct pdh_counter *counter, ULONG instance)
{
    const PDH_RAW_COUNTER none = { .CStatus = PDH_CSTATUS_INVALID_DATA, .MultiCount = 1 };
    const struct counted_query *query = counter->query;
    const ULONG taken = query->taken - counter->begin;
    struct counter_values values = { counter->first, none };

    if (!taken) return values;
    put_value(counter, query->now, instance, &values.now);
    if (taken == 1 || instance == NO_INSTANCE) return values;
    put_value(counter, query->before, counter->object->earlier(query->now, instance, query->before), &values.before);
    return values;
}
