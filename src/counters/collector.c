/* SPDX-License-Identifier: MIT */
/* Runs the thread that collects a query's data at intervals. */
#include "counters/pdh.h"

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

DWORD collector_start(PDH_HQUERY query, DWORD interval, HANDLE event, HANDLE *thread, HANDLE *stop)
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

void collector_end(HANDLE thread, HANDLE stop)
{
    SetEvent(stop);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    CloseHandle(stop);
}
