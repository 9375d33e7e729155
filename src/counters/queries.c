/* SPDX-License-Identifier: MIT */
/* The queries that the program has open and their counters, with the values that were collected. The functions of
   pdh.dll hold the lock while they use one. */
#include "counters/pdh.h"

enum { HANDLE_MARK = 1 };

static CRITICAL_SECTION lock;
static struct counted_query *queries;

void queries_start(void)
{
    InitializeCriticalSection(&lock);
}

void queries_unlock(void)
{
    LeaveCriticalSection(&lock);
}

struct counted_query *queries_hold(PDH_HQUERY handle)
{
    struct counted_query *query;

    EnterCriticalSection(&lock);
    for (query = queries; query; query = query->next)
        if (query->handle == handle) return query;
    queries_unlock();
    return NULL;
}

/* If the handle is in the list already, its query was closed unseen, by a function pointer from before hooking. */
void queries_opened(PDH_HQUERY handle, DWORD_PTR user)
{
    struct counted_query *query = queries_hold(handle);

    if (query) queries_closed(query);
    else EnterCriticalSection(&lock);
    query = heap_allocate(sizeof *query);
    if (query) {
        *query = (struct counted_query){ .next = queries, .handle = handle, .user = user };
        queries = query;
    }
    queries_unlock();
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

static void put_raw_value(const struct pdh_counter *counter, const struct snapshot *snapshot, ULONG instance,
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
struct pdh_counter *queries_add(struct counted_query *query, const WCHAR *string, DWORD_PTR user)
{
    struct pdh_counter *const counter = heap_allocate(sizeof *counter);
    const SIZE_T size = (wcslen(string) + 1) * sizeof *string;
    const struct counter_path *path;
    struct snapshot *snapshot = NULL;

    if (!counter) return NULL;
    path = &counter->path;
    counter->string = heap_allocate(size);
    if (counter->string) memcpy(counter->string, string, size);
    if (counter->string && path_parse(counter->string, &counter->path)) counter->object = catalogue_of_path(path);
    if (counter->object) counter->kind = catalogue_counter(counter->object, path->counter);
    if (!counter->kind) {
        free_counter(counter);
        return NULL;
    }
    counter->query = query;
    counter->user = user;
    counter->begin = query->taken;
    counter->first.CStatus = PDH_CSTATUS_INVALID_DATA;
    counter->first.MultiCount = 1;
    if (!counter->object->name_of && !formula_needs_two(counter->kind->type))
        snapshot = snapshot_take(counter->object->wanted | counter->kind->wanted, NULL);
    if (snapshot) put_raw_value(counter, snapshot, counter->object->instances(snapshot) ? 0 : NO_INSTANCE, &counter->first);
    snapshot_free(snapshot);
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

/* If no counter of the query has an instance, it has no data. A program that queries what may not exist, as psutil does for
   swap space, relies on that. */
PDH_STATUS queries_collect(struct counted_query *query)
{
    const struct pdh_counter *counter;
    struct snapshot *snapshot;
    ULONG wanted = 0;

    if (!query->counters) return PDH_NO_DATA;
    for (counter = query->counters; counter; counter = counter->next)
        wanted |= counter->object->wanted | counter->kind->wanted;
    snapshot = snapshot_take(wanted, query->now);
    if (!snapshot) return PDH_MEMORY_ALLOCATION_FAILURE;
    snapshot_free(query->before);
    query->before = query->now;
    query->now = snapshot;
    query->taken++;
    for (counter = query->counters; counter; counter = counter->next)
        if (counter_next(counter, 0) != NO_INSTANCE) return ERROR_SUCCESS;
    return PDH_NO_DATA;
}

/* The handle is a readable address, so that a function of the system's that receives it detects that it is another's. */
PDH_HCOUNTER counter_handle(struct pdh_counter *counter)
{
    return (BYTE *)counter + HANDLE_MARK;
}

struct pdh_counter *counter_hold(PDH_HCOUNTER handle)
{
    const struct counted_query *query;
    struct pdh_counter *counter;

    if (!((ULONG_PTR)handle & HANDLE_MARK)) return NULL;
    EnterCriticalSection(&lock);
    for (query = queries; query; query = query->next)
        for (counter = query->counters; counter; counter = counter->next)
            if (counter_handle(counter) == handle) return counter;
    queries_unlock();
    return NULL;
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
    ULONG earlier = instance;

    if (!taken) return values;
    put_raw_value(counter, query->now, instance, &values.now);
    if (taken == 1 || instance == NO_INSTANCE) return values;
    if (counter->object->earlier) earlier = counter->object->earlier(query->now, instance, query->before);
    put_raw_value(counter, query->before, earlier, &values.before);
    return values;
}
