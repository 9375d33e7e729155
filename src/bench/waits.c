/* SPDX-License-Identifier: MIT */
#include "waits.h"
#include "call.h"

#include <stdio.h>

#define OWN_THREAD ((HANDLE)(LONG_PTR)-2)

void print_cost(const char *what, double cost, const char *unit, double limit, BOOL json, BOOL last)
{
    if (json)
        printf("    { \"cost\": \"%s\", \"%s\": %.3f, \"reach\": %.3f }%s\n", what, unit, cost, limit, last ? "" : ",");
    else printf("%-36s %9.3f %-26s %16s %6.2f %s\n", what, cost, unit, "", limit, cost <= limit ? "" : "missed");
}

/* CPU time that is reported to the calling thread for something that should take none, in milliseconds. */
static double reported_for(void (*wait)(void), double per_ms)
{
    ULONG64 before, after;

    QueryThreadCycleTime(OWN_THREAD, &before);
    wait();
    QueryThreadCycleTime(OWN_THREAD, &after);
    return (double)(after - before) / per_ms;
}

static void sleep_half_a_second(void)
{
    Sleep(500);
}

static DWORD WINAPI write_after_half_a_second(void *pipe)
{
    DWORD written;

    Sleep(500);
    WriteFile(pipe, "", 1, &written, NULL);
    CloseHandle(pipe);
    return 0;
}

static void wait_half_a_second(void)
{
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);

    WaitForSingleObject(event, 500);
    CloseHandle(event);
}

static HANDLE pipe_read;

static void read_half_a_second(void)
{
    DWORD got;
    char byte;

    ReadFile(pipe_read, &byte, 1, &got, NULL);
}

static volatile LONG stop_hogging;

static DWORD WINAPI hog(void *unused)
{
    (void)unused;
    SetThreadAffinityMask(GetCurrentThread(), 1);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    while (!stop_hogging) {}
    return 0;
}

/* Two seconds of the first processor, of which it is idle for none. */
static BOOL print_hogged_processor(double per_ms, BOOL json)
{
    HANDLE thread = CreateThread(NULL, 0, hog, NULL, 0, NULL);
    ULONG64 before, after;

    if (!thread) return FALSE;
    Sleep(100);
    before = call_idle_cycles();
    Sleep(2000);
    after = call_idle_cycles();
    stop_hogging = 1;
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    print_cost("2 s of a hogged processor", (double)(after - before) / per_ms, "ms told to be idle", 20, json, FALSE);
    return TRUE;
}

BOOL waits_print(double per_ms, BOOL json)
{
    HANDLE write, writer;

    if (!print_hogged_processor(per_ms, json)) return FALSE;
    print_cost("500 ms of sleep", reported_for(sleep_half_a_second, per_ms), "ms told", 0.5, json, FALSE);
    print_cost("500 ms of a blocking wait", reported_for(wait_half_a_second, per_ms), "ms told", 0.5, json, FALSE);
    if (!CreatePipe(&pipe_read, &write, NULL, 0)) return FALSE;
    if (!(writer = CreateThread(NULL, 0, write_after_half_a_second, write, 0, NULL))) return FALSE;
    print_cost("500 ms of a blocking read", reported_for(read_half_a_second, per_ms), "ms told", 0.5, json, TRUE);
    WaitForSingleObject(writer, INFINITE);
    CloseHandle(writer);
    CloseHandle(pipe_read);
    return TRUE;
}
