/* SPDX-License-Identifier: MIT */
/* The table of the functions that replace pdh.dll's, and the functions about queries and counters. They pass counters that
   the catalogue does not know on to the system's function. */
#include "counters/pdh.h"

struct pdh_functions system_pdh;

const struct pdh_entry pdh_entries[PDH_COUNT] = {
#define ENTRY(name) { #name, (PVOID)Hooked##name, (PVOID *)&system_pdh.name },
#include "pdh.inc"
#undef ENTRY
};

/* A thread that collects a query's data at intervals, as PdhCollectQueryDataEx promises. */
struct collector {
    PDH_HQUERY query;
    HANDLE event, stop;
    DWORD interval;
};

/* Runs until collector_end sets the stop event, or until the caller's event has been closed. */
static DWORD WINAPI collect_on_and_on(PVOID argument)
{
    const struct collector collector = *(struct collector *)argument;

    heap_release(argument);
    while (WaitForSingleObject(collector.stop, collector.interval) == WAIT_TIMEOUT) {
        HookedPdhCollectQueryData(collector.query);
        if (!SetEvent(collector.event)) break;
    }
    return 0;
}

/* Collects the data of QUERY at every INTERVAL, in ms, and then sets EVENT. Returns a Windows error, or 0. */
static DWORD collector_start(PDH_HQUERY query, DWORD interval, HANDLE event, HANDLE *thread, HANDLE *stop)
{
    struct collector *const collector = heap_allocate(sizeof *collector);
    DWORD error;

    if (!collector) return ERROR_NOT_ENOUGH_MEMORY;
    *stop = CreateEventW(NULL, FALSE, FALSE, NULL);
    *collector = (struct collector){ query, event, *stop, interval };
    *thread = *stop ? CreateThread(NULL, 0, collect_on_and_on, collector, 0, NULL) : NULL;
    if (*thread) return ERROR_SUCCESS;
    error = GetLastError();
    heap_release(collector);
    if (*stop) CloseHandle(*stop);
    return error;
}

/* Waits for the end of the thread, so the caller must not hold the lock of the queries. */
static void collector_end(HANDLE thread, HANDLE stop)
{
    SetEvent(stop);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    CloseHandle(stop);
}

/* A query of a log file is left to the system. */
#define DEFINE_OPEN(name, SOURCE, real_time) \
    PDH_STATUS WINAPI Hooked##name(SOURCE Source, DWORD_PTR User, PDH_HQUERY *Query) \
    { \
        const PDH_STATUS status = system_pdh.name(Source, User, Query); \
\
        if (status == ERROR_SUCCESS && Source == (real_time)) queries_opened(*Query, User); \
        return status; \
    }

DEFINE_OPEN(PdhOpenQueryA, LPCSTR, NULL)
DEFINE_OPEN(PdhOpenQueryW, LPCWSTR, NULL)
DEFINE_OPEN(PdhOpenQueryH, PDH_HLOG, H_REALTIME_DATASOURCE)

/* Takes the thread out of the query first, so that only one caller ends it. */
static void end_collector(PDH_HQUERY handle)
{
    struct counted_query *query = queries_hold(handle);
    HANDLE thread, stop;

    if (!query) return;
    thread = query->collector;
    stop = query->stop;
    query->collector = NULL;
    queries_unlock();
    if (thread) collector_end(thread, stop);
}

PDH_STATUS WINAPI HookedPdhCloseQuery(PDH_HQUERY Query)
{
    struct counted_query *query;

    end_collector(Query);
    query = queries_hold(Query);
    if (query) {
        queries_closed(query);
        queries_unlock();
    }
    return system_pdh.PdhCloseQuery(Query);
}

/* A text that is too long for a path is left to the system. */
static PDH_STATUS add_counter(PDH_HQUERY handle, const void *path, BOOLEAN is_wide, DWORD_PTR user, PDH_HCOUNTER *counter)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *string = path && counter ? pdh_widen_string(path, is_wide, room) : NULL;
    struct counted_query *const query = string ? queries_hold(handle) : NULL;
    struct pdh_counter *ours;

    if (!query) return NOT_OURS;
    ours = queries_add(query, string, user);
    if (ours) *counter = counter_handle(ours);
    queries_unlock();
    return ours ? ERROR_SUCCESS : NOT_OURS;
}

#define DEFINE_ADD(name, is_wide, STRING) \
    DEFINE_PDH_OF_PATH(name, is_wide, (PDH_HQUERY Query, STRING Path, DWORD_PTR User, PDH_HCOUNTER * Counter), \
                       (Query, Path, User, Counter), add_counter(Query, Path, is_wide, User, Counter))

DEFINE_ADD(PdhAddCounterA, FALSE, LPCSTR)
DEFINE_ADD(PdhAddEnglishCounterA, FALSE, LPCSTR)
DEFINE_ADD(PdhAddCounterW, TRUE, LPCWSTR)
DEFINE_ADD(PdhAddEnglishCounterW, TRUE, LPCWSTR)

PDH_STATUS WINAPI HookedPdhRemoveCounter(PDH_HCOUNTER Counter)
{
    struct pdh_counter *counter = counter_hold(Counter);

    if (!counter) return system_pdh.PdhRemoveCounter(Counter);
    queries_remove(counter);
    queries_unlock();
    return ERROR_SUCCESS;
}

static PDH_STATUS collect_query(PDH_HQUERY handle, LONGLONG *stamp)
{
    struct counted_query *query = queries_hold(handle);
    FILETIME now, local;
    PDH_STATUS status;

    if (!query) return PDH_NO_DATA;
    status = queries_collect(query);
    if (status == ERROR_SUCCESS && stamp) {
        now = (FILETIME){ (DWORD)query->now->date, (DWORD)(query->now->date >> 32) };
        FileTimeToLocalFileTime(&now, &local);
        *stamp = (LONGLONG)((ULONG64)local.dwHighDateTime << 32 | local.dwLowDateTime);
    }
    queries_unlock();
    return status;
}

/* The system returns PDH_NO_DATA where all counters of the query are ours. */
PDH_STATUS WINAPI HookedPdhCollectQueryData(PDH_HQUERY Query)
{
    const PDH_STATUS ours = collect_query(Query, NULL), systems = system_pdh.PdhCollectQueryData(Query);

    return systems == (PDH_STATUS)PDH_NO_DATA ? ours : systems;
}

PDH_STATUS WINAPI HookedPdhCollectQueryDataWithTime(PDH_HQUERY Query, LONGLONG *Stamp)
{
    const PDH_STATUS systems = system_pdh.PdhCollectQueryDataWithTime(Query, Stamp);
    const BOOLEAN is_empty = systems == (PDH_STATUS)PDH_NO_DATA;
    const PDH_STATUS ours = collect_query(Query, is_empty ? Stamp : NULL);

    return is_empty ? ours : systems;
}

/* Collects the system's counters and ours, one after the other; a thread of the system's would only collect its own. */
PDH_STATUS WINAPI HookedPdhCollectQueryDataEx(PDH_HQUERY Query, DWORD Seconds, HANDLE Event)
{
    struct counted_query *query = queries_hold(Query);
    const BOOLEAN has_ours = query && query->counters;
    HANDLE thread, stop;
    DWORD error;

    if (query) queries_unlock();
    if (!has_ours) return system_pdh.PdhCollectQueryDataEx(Query, Seconds, Event);
    end_collector(Query);
    error = collector_start(Query, Seconds * 1000, Event, &thread, &stop);
    if (error) return (PDH_STATUS)error;
    query = queries_hold(Query);
    if (query && !query->collector) {
        query->collector = thread;
        query->stop = stop;
        thread = NULL;
    }
    if (query) queries_unlock();
    if (thread) collector_end(thread, stop); /* meanwhile the query was closed, or another thread started a collector */
    return query ? ERROR_SUCCESS : PDH_INVALID_HANDLE;
}

PDH_STATUS WINAPI HookedPdhGetFormattedCounterValue(PDH_HCOUNTER Counter, DWORD Format, LPDWORD Type,
                                                    PPDH_FMT_COUNTERVALUE Value)
{
    struct pdh_counter *counter = Value ? counter_hold(Counter) : NULL;
    PDH_STATUS status = PDH_INVALID_ARGUMENT;
    struct counter_values values;

    if (!counter) return system_pdh.PdhGetFormattedCounterValue(Counter, Format, Type, Value);
    if (!path_has_wildcard(&counter->path)) {
        values = counter_values(counter, counter_next(counter, 0));
        status = formula_format(counter->kind->type, counter->scale, Format, &values.now, &values.before, Value);
    }
    if (status == ERROR_SUCCESS && Type) *Type = counter->kind->type;
    queries_unlock();
    return status;
}

PDH_STATUS WINAPI HookedPdhGetRawCounterValue(PDH_HCOUNTER Counter, LPDWORD Type, PPDH_RAW_COUNTER Value)
{
    struct pdh_counter *counter = Value ? counter_hold(Counter) : NULL;
    PDH_STATUS status = PDH_INVALID_ARGUMENT;
    PDH_RAW_COUNTER utc;

    if (!counter) return system_pdh.PdhGetRawCounterValue(Counter, Type, Value);
    if (!path_has_wildcard(&counter->path)) {
        utc = counter_values(counter, counter_next(counter, 0)).now;
        *Value = utc;
        FileTimeToLocalFileTime(&utc.TimeStamp, &Value->TimeStamp);
        if (Type) *Type = counter->kind->type;
        status = ERROR_SUCCESS;
    }
    queries_unlock();
    return status;
}

/* The caller passes the newer sample first. */
PDH_STATUS WINAPI HookedPdhCalculateCounterFromRawValue(PDH_HCOUNTER Counter, DWORD Format, PPDH_RAW_COUNTER Now,
                                                        PPDH_RAW_COUNTER Before, PPDH_FMT_COUNTERVALUE Value)
{
    struct pdh_counter *counter = counter_hold(Counter);
    PDH_STATUS status = PDH_INVALID_ARGUMENT;

    if (!counter) return system_pdh.PdhCalculateCounterFromRawValue(Counter, Format, Now, Before, Value);
    if (Now && Value) status = formula_format(counter->kind->type, counter->scale, Format, Now, Before, Value);
    queries_unlock();
    return status;
}

PDH_STATUS WINAPI HookedPdhSetCounterScaleFactor(PDH_HCOUNTER Counter, LONG Factor)
{
    const BOOLEAN is_factor = Factor >= PDH_MIN_SCALE && Factor <= PDH_MAX_SCALE;
    struct pdh_counter *counter = counter_hold(Counter);

    if (!counter) return system_pdh.PdhSetCounterScaleFactor(Counter, Factor);
    if (is_factor) counter->scale = Factor;
    queries_unlock();
    return is_factor ? ERROR_SUCCESS : PDH_INVALID_ARGUMENT;
}

PDH_STATUS WINAPI HookedPdhGetCounterTimeBase(PDH_HCOUNTER Counter, LONGLONG *Base)
{
    if (!Base || !counter_hold(Counter)) return system_pdh.PdhGetCounterTimeBase(Counter, Base);
    queries_unlock();
    *Base = TIME_BASE;
    return ERROR_SUCCESS;
}
