/* SPDX-License-Identifier: MIT */
/* A thread that collects a query's data at intervals, as PdhCollectQueryDataEx promises. */
#ifndef CYCLETIME_COUNTERS_COLLECTOR_H
#define CYCLETIME_COUNTERS_COLLECTOR_H

#include <windows.h>

/* Calls COLLECT at every INTERVAL, in ms, and then sets EVENT. Returns a Windows error, or 0. */
DWORD collector_start(void (*collect)(HANDLE query), HANDLE query, DWORD interval, HANDLE event, HANDLE *thread,
                      HANDLE *stop);

/* Waits for the end of the thread, so the caller must not hold a lock that COLLECT takes. */
void collector_end(HANDLE thread, HANDLE stop);

#endif
