/* SPDX-License-Identifier: MIT */
/* Runs the thread that collects a query's data at intervals. */
#include "counters/pdh.h"

struct collector {
    void (*collect)(HANDLE query);
    HANDLE query, event, stop;
    DWORD interval;
};

/* Runs until collector_end sets the stop event, or until the caller's event has been closed. */
static DWORD WINAPI collect_on_and_on(PVOID argument)
{
    const struct collector collector = *(struct collector *)argument;

    heap_release(argument);
    while (WaitForSingleObject(collector.stop, collector.interval) == WAIT_TIMEOUT) {
        collector.collect(collector.query);
        if (!SetEvent(collector.event)) break;
    }
    return 0;
}

static HANDLE start_thread(const struct collector *collector)
{
    struct collector *argument = heap_allocate(sizeof *argument);
    HANDLE thread;

    if (!argument) return NULL;
    *argument = *collector;
    thread = CreateThread(NULL, 0, collect_on_and_on, argument, 0, NULL);
    if (!thread) heap_release(argument);
    return thread;
}

DWORD collector_start(void (*collect)(HANDLE query), HANDLE query, DWORD interval, HANDLE event, HANDLE *thread,
                      HANDLE *stop)
{
    struct collector collector = { collect, query, event, CreateEventW(NULL, FALSE, FALSE, NULL), interval };
    DWORD error;

    if (!collector.stop) return GetLastError();
    *thread = start_thread(&collector);
    *stop = collector.stop;
    if (*thread) return ERROR_SUCCESS;
    error = GetLastError();
    CloseHandle(collector.stop);
    return error;
}

void collector_end(HANDLE thread, HANDLE stop)
{
    SetEvent(stop);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    CloseHandle(stop);
}
