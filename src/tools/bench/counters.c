/* SPDX-License-Identifier: MIT */
/* Measures queries of performance counters. */
#include "tools/bench/bench.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { MANY = 200, ROOM = 1 << 20 }; /* the most processes; characters */

/* The benchmark measures its own start, so it does not import pdh.dll. */
static __typeof__(PdhOpenQueryW) *open_query;
static __typeof__(PdhAddCounterW) *add_counter;
static __typeof__(PdhExpandWildCardPathW) *expand;
static __typeof__(PdhCollectQueryData) *collect;
static __typeof__(PdhCloseQuery) *close_query;

static PDH_HQUERY of_processors, of_processes; /* \Processor(_Total)\% Processor Time, and \Process(*)\* */
static HANDLE job, processes[MANY];
static int process_count;
static BYTE room[0x80000];
static ULONG length;

static BOOL add_expanded(PDH_HQUERY query, const WCHAR *path)
{
    WCHAR *const list = malloc(ROOM * sizeof *list);
    PDH_STATUS status = PDH_MEMORY_ALLOCATION_FAILURE;
    DWORD length = ROOM;
    PDH_HCOUNTER counter;
    const WCHAR *each;

    if (list) status = expand(NULL, path, list, &length, 0);
    for (each = list; status == ERROR_SUCCESS && *each; each += wcslen(each) + 1) {
        status = add_counter(query, each, 0, &counter);
        if (status != ERROR_SUCCESS) path = each;
    }
    if (status != ERROR_SUCCESS) fprintf(stderr, "cycletime-bench: %ls: %#lx\n", path, status);
    free(list);
    return status == ERROR_SUCCESS;
}

/* Starts processes until there are COUNT. They never run, so they have no cycletime, and the job ends them. */
static BOOL start_processes(int count)
{
    PROCESS_INFORMATION created;
    BOOL is_in_job;

    if (!job) job = CreateJobObjectW(NULL, NULL);
    if (!job) return FALSE;
    while (process_count < count) {
        if (!call_start_suspended(&created)) return FALSE;
        is_in_job = AssignProcessToJobObject(job, created.hProcess);
        if (!is_in_job) TerminateProcess(created.hProcess, 0);
        CloseHandle(created.hThread);
        processes[process_count++] = created.hProcess;
        if (!is_in_job) return FALSE;
    }
    return TRUE;
}

static BOOL open_counters(void)
{
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");

    open_query = (void *)GetProcAddress(pdh, "PdhOpenQueryW");
    add_counter = (void *)GetProcAddress(pdh, "PdhAddCounterW");
    expand = (void *)GetProcAddress(pdh, "PdhExpandWildCardPathW");
    collect = (void *)GetProcAddress(pdh, "PdhCollectQueryData");
    close_query = (void *)GetProcAddress(pdh, "PdhCloseQuery");
    if (!open_query || !add_counter || !expand || !collect || !close_query) {
        fprintf(stderr, "cycletime-bench: pdh.dll: error %lu\n", GetLastError());
        return FALSE;
    }
    if (open_query(NULL, 0, &of_processors) || open_query(NULL, 0, &of_processes)) return FALSE;
    if (!add_expanded(of_processors, L"\\Processor(_Total)\\% Processor Time")
        || !add_expanded(of_processes, L"\\Process(*)\\*"))
        return FALSE;
    if (collect(of_processors) == ERROR_SUCCESS && collect(of_processes) == ERROR_SUCCESS) return TRUE;
    fprintf(stderr, "cycletime-bench: a counter cannot be read\n");
    return FALSE;
}

ONE_CALL(collect_processors, collect(of_processors))
ONE_CALL(collect_processes, collect(of_processes))

/* A program under cycletime makes these queries. */
ONE_CALL(ask_class_8, under.NtQuerySystemInformation(8, room, 64 * 0x30, &length))
ONE_CALL(ask_class_5, under.NtQuerySystemInformation(5, room, sizeof room, &length))

static void poll_processes(void)
{
    FILETIME creation, end, kernel, user;
    int i;

    for (i = 0; i < process_count; i++) under.GetProcessTimes(processes[i], &creation, &end, &kernel, &user);
}

static void poll_processes_alone(void)
{
    enum { PROCESS_TIMES = 4 };
    int i;

    for (i = 0; i < process_count; i++) query_process(processes[i], PROCESS_TIMES, room, 32, NULL);
}

/* In this order: each opens what it needs, and the processes stay for the next ones. */
const struct counter_call counter_calls[] = {
    { 20,
      NULL,
      { .name = "GetProcessTimes of 20 processes",
        .under = poll_processes,
        .beside = "Wine's own",
        .least = poll_processes_alone,
        .count = 1,
        .limit = 3 } },
    { 100,
      open_counters,
      { .name = "PdhCollectQueryData, processors",
        .under = collect_processors,
        .beside = "class 8",
        .least = ask_class_8,
        .count = 5,
        .limit = 1.5 } },
    { 100,
      NULL,
      { .name = "PdhCollectQueryData, 100 processes",
        .under = collect_processes,
        .beside = "class 5",
        .least = ask_class_5,
        .count = 1,
        .limit = 2 } },
    { MANY,
      NULL,
      { .name = "GetProcessTimes of 200 processes",
        .under = poll_processes,
        .beside = "Wine's own",
        .least = poll_processes_alone,
        .count = 1,
        .limit = 3 } },
};
const int counter_call_count = ARRAYSIZE(counter_calls);

BOOL counters_open(const struct counter_call *call)
{
    if (start_processes(call->processes)) return !call->open || call->open();
    fprintf(stderr, "cycletime-bench: %d processes: error %lu\n", call->processes, GetLastError());
    return FALSE;
}

void counters_close(void)
{
    if (of_processors) close_query(of_processors);
    if (of_processes) close_query(of_processes);
    if (job) TerminateJobObject(job, 0);
}
