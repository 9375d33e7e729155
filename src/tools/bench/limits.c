/* SPDX-License-Identifier: MIT */
/* Measures the ratios that have a limit, queries about many processes and of performance counters among them, and prints
   which of them were missed. */
#include "tools/bench/bench.h"
#include "library/nt/nt.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { MANY = 200, ROOM = 1 << 20 }; /* the most processes; characters */

/* Prints a call's cost beside the least that it can cost. FALSE: that could not be measured. */
static BOOL print_ratio(const struct call *call, BOOL json, BOOL is_in_chart)
{
    const struct ratio ratio = measure_ratio(call);

    if (ratio.least <= 0) return FALSE;
    if (json) {
        printf("    { \"call\": \"%s\", \"ns\": %.1f, ", call->name, ratio.ours);
        if (call->has_answer) printf("\"alone_ns\": %.1f, ", call->alone_ns);
        printf("\"least\": \"%s\", \"least_ns\": %.1f, \"ratio\": %.3f, \"limit\": %.2f },\n", call->beside, ratio.least,
               ratio.ratio, call->limit);
    } else {
        printf("%-36s", call->name);
        if (call->has_answer) printf(" %9.0f", call->alone_ns);
        else printf(" %9s", "none");
        printf(" %9.0f  %-26s %7.0f %6.2f %6.2f%s\n", ratio.ours, call->beside, ratio.least, ratio.ratio, call->limit,
               ratio.ratio <= call->limit ? "" : " missed");
    }
    if (is_in_chart) chart_add(call->name, call->alone_ns, ratio.ours, call->limit < 1 ? 0 : ratio.least);
    return TRUE;
}

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

/* Starts processes until there are COUNT, hooked ones if this program has the preload library. The job ends them. Returns
   FALSE, after a message, if that failed. */
static BOOL start_processes(int count)
{
    enum { LONGEST = 60000 }; /* ms */
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    static HANDLE begun;
    PROCESS_INFORMATION created;

    if (!job) job = CreateJobObjectW(NULL, NULL);
    if (!begun) begun = CreateSemaphoreW(&inherited, 0, MANY, NULL);
    SetEnvironmentVariableA("CYCLETIME_RUN", "quiet");
    while (job && begun && process_count < count && call_start_waiting(begun, &created)) {
        CloseHandle(created.hThread);
        if (!AssignProcessToJobObject(job, created.hProcess) || WaitForSingleObject(begun, LONGEST)) {
            TerminateProcess(created.hProcess, 0);
            break;
        }
        processes[process_count++] = created.hProcess;
    }
    SetEnvironmentVariableA("CYCLETIME_RUN", "off");
    if (process_count == count) return TRUE;
    fprintf(stderr, "cycletime-bench: %d processes: error %lu\n", count, GetLastError());
    return FALSE;
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

static void poll_cycles(void)
{
    ULONG64 cycles;
    int i;

    for (i = 0; i < process_count; i++) under.QueryProcessCycleTime(processes[i], &cycles);
}

static void poll_times(void)
{
    FILETIME creation, end, kernel, user;
    int i;

    for (i = 0; i < process_count; i++) under.GetProcessTimes(processes[i], &creation, &end, &kernel, &user);
}

static void poll_alone(void)
{
    enum { PROCESS_TIMES = 4 };
    int i;

    for (i = 0; i < process_count; i++) query_process(processes[i], PROCESS_TIMES, room, 32, NULL);
}

/* The queries of the system that a program under cycletime makes for these counters are the least that they cost. */
ONE_CALL(collect_processors, collect(of_processors))
ONE_CALL(collect_processors_alone, under.NtQuerySystemInformation(8, room, 64 * 0x30, &length))
ONE_CALL(collect_processes, collect(of_processes))
ONE_CALL(collect_processes_alone, under.NtQuerySystemInformation(5, room, sizeof room, &length))

#define COUNTED(what, id, least_id, least_name, number, ratio) \
    { \
        .name = what, .under = id, .beside = least_name, .least = least_id, .count = number, .limit = ratio \
    }
#define POLLED(what, id) COUNTED(what, id, poll_alone, "Wine's GetProcessTimes", 1, 1.2)

static const struct call times_few = POLLED("GetProcessTimes, 20 processes", poll_times),
                         cycles_few = POLLED("QueryProcessCycleTime, 20 processes", poll_cycles),
                         counters_total = COUNTED("PdhCollectQueryData, processors", collect_processors,
                                                  collect_processors_alone, "class 8", 5, 1.5),
                         counters_each = COUNTED("PdhCollectQueryData, 100 processes", collect_processes,
                                                 collect_processes_alone, "class 5", 1, 2),
                         times_many = POLLED("GetProcessTimes, 200 processes", poll_times),
                         cycles_many = POLLED("QueryProcessCycleTime, 200 processes", poll_cycles);

/* Prints the calls that need many processes, which stay for the next ones. FALSE: one could not be measured. */
static BOOL print_counters(BOOL json)
{
    const BOOL is_done = start_processes(20) && print_ratio(&times_few, json, TRUE) && print_ratio(&cycles_few, json, TRUE)
                         && start_processes(100) && open_counters() && print_ratio(&counters_total, json, TRUE)
                         && print_ratio(&counters_each, json, TRUE) && start_processes(MANY)
                         && print_ratio(&times_many, json, TRUE) && print_ratio(&cycles_many, json, TRUE);

    if (of_processors) close_query(of_processors);
    if (of_processes) close_query(of_processes);
    if (job) TerminateJobObject(job, 0);
    return is_done;
}

static void print_limited(const char *what, double cost, const char *unit, double limit, BOOL json, BOOL last)
{
    if (json)
        printf("    { \"cost\": \"%s\", \"%s\": %.3f, \"limit\": %.3f }%s\n", what, unit, cost, limit, last ? "" : ",");
    else printf("%-36s %9.3f %-26s %16s %6.2f%s\n", what, cost, unit, "", limit, cost <= limit ? "" : " missed");
}

/* The ways in which this thread is idle for half a second. IN_WAIT waits for the end of this process, so it times out. */
enum idleness { IN_SLEEP, IN_WAIT, IN_READ };

/* Prints the CPU time that is reported to this thread for half a second, which should take none. PER_MS: cycles in a
   millisecond; PIPE: to read from. */
static void print_idleness(const char *what, enum idleness how, HANDLE pipe, double per_ms, BOOL json)
{
    ULONG64 before, after;
    DWORD got;
    char byte;

    under.QueryThreadCycleTime(GetCurrentThread(), &before);
    if (how == IN_SLEEP) Sleep(500);
    else if (how == IN_WAIT) WaitForSingleObject(GetCurrentProcess(), 500);
    else ReadFile(pipe, &byte, 1, &got, NULL);
    under.QueryThreadCycleTime(GetCurrentThread(), &after);
    print_limited(what, (double)(after - before) / per_ms, "ms reported", 0.5, json, how == IN_READ /* the last line */);
}

static DWORD WINAPI write_after_half_a_second(void *pipe)
{
    DWORD written;

    Sleep(500);
    WriteFile(pipe, "", 1, &written, NULL);
    CloseHandle(pipe);
    return 0;
}

static volatile LONG stop_hogging;

static DWORD WINAPI hog_processor(void *unused)
{
    (void)unused;
    SetThreadAffinityMask(GetCurrentThread(), 1);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    while (!stop_hogging) {}
    return 0;
}

/* Prints what is reported where there should be nothing: the idle time of two seconds in which the first processor is never
   idle, and the CPU time of a thread that waits. PER_MS: cycles in a millisecond. */
static BOOL print_waits(double per_ms, BOOL json)
{
    HANDLE thread = CreateThread(NULL, 0, hog_processor, NULL, 0, NULL), read, write, writer;
    ULONG64 before, after;

    if (!thread) return FALSE;
    Sleep(100);
    before = call_idle_cycles();
    Sleep(2000);
    after = call_idle_cycles();
    stop_hogging = 1;
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    print_limited("2 s of a hogged processor", (double)(after - before) / per_ms, "ms reported as idle", 20, json, FALSE);
    print_idleness("500 ms of sleep", IN_SLEEP, NULL, per_ms, json);
    print_idleness("500 ms of a blocking wait", IN_WAIT, NULL, per_ms, json);
    if (!CreatePipe(&read, &write, NULL, 0)) return FALSE;
    writer = CreateThread(NULL, 0, write_after_half_a_second, write, 0, NULL);
    if (!writer) return FALSE;
    print_idleness("500 ms of a blocking read", IN_READ, read, per_ms, json);
    WaitForSingleObject(writer, INFINITE);
    CloseHandle(writer);
    CloseHandle(read);
    return TRUE;
}

static double median_us(enum unixlib_measured what)
{
    enum { ROUNDS = 201, CALLS = 10 };
    double rounds[ROUNDS];
    int i;

    for (i = 0; i < ROUNDS; i++) rounds[i] = measure_on_linux(what, CALLS);
    return measure_median(rounds, ROUNDS) / 1e3;
}

/* The calls that need processes come last but for those without a ratio: their processes would disturb the others. */
BOOL limits_print(BOOL json)
{
    const struct call *call;
    struct ratio ratio;
    BOOL is_done = TRUE, goes_on = TRUE;
    ULONG64 rate;

    if (!ours.CycletimeQueryFrequency(&rate) || !ours.CycletimeInstallHooks(CYCLETIME_HOOK_FAST_CLOCK)) return FALSE;
    if (!calls_open_under()) return FALSE;
    if (nt_unixlib_open() != CYCLETIME_UNIXLIB_STATE_ACTIVE) return TRUE;
    if (json) printf("  \"unixlib\": [\n");
    else
        printf("%-36s %9s %9s  %-26s %7s %6s %6s\n", "nanoseconds, with the Linux side", "alone", "cycletime",
               "cannot cost less than", "", "ratio", "limit");
    for (call = calls; call < calls + call_count; call++)
        if (call->limit > 0) is_done &= print_ratio(call, json, TRUE);
    for (call = linked_calls; call < linked_calls + linked_call_count && goes_on; call++)
        goes_on = print_ratio(call, json, FALSE);
    goes_on = goes_on && print_counters(json);
    ratio = measure_ratio(&left_call);
    print_limited("a query left to the system, more", ratio.ours - ratio.least, "ns", 50, json, FALSE);
    print_limited("a thread's begin and end", median_us(UNIXLIB_MEASURED_THREAD_LIFE), "us", 3, json, FALSE);
    print_limited("the same with a first question", median_us(UNIXLIB_MEASURED_THREAD_LIFE_AND_QUESTION), "us", 8, json,
                  FALSE);
    goes_on &= print_waits((double)rate / 1e3, json);
    printf(json ? "  ],\n" : "\n");
    return is_done && goes_on;
}
