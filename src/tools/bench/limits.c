/* SPDX-License-Identifier: MIT */
/* Measures the ratios that have a limit, and prints which of them were missed. */
#include "tools/bench/bench.h"
#include "library/nt/nt.h"

#include <stdio.h>

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

/* Prints COST beside its limit. */
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

/* Prints how much idle time is reported of two seconds in which the first processor is never idle. */
static BOOL print_hogged_processor(double per_ms, BOOL json)
{
    HANDLE thread = CreateThread(NULL, 0, hog_processor, NULL, 0, NULL);
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
    return TRUE;
}

/* Prints the CPU time that is reported where there should be none: of a thread that waits, and the idle time of a busy
   processor. PER_MS: cycles in a millisecond. */
static BOOL print_waits(double per_ms, BOOL json)
{
    HANDLE read, write, writer;

    if (!print_hogged_processor(per_ms, json)) return FALSE;
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

/* Returns what the unixlib measures, in microseconds. */
static double median_us(enum unixlib_measured what)
{
    enum { ROUNDS = 201, CALLS = 10 };
    double rounds[ROUNDS];
    int i;

    for (i = 0; i < ROUNDS; i++) rounds[i] = linux_measured(what, CALLS);
    return measure_median(rounds, ROUNDS) / 1e3;
}

/* The calls that need processes come last but for those without a ratio: their processes would disturb the others. */
BOOL limits_print(BOOL json)
{
    const struct counter_call *each;
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
    for (each = counter_calls; each < counter_calls + counter_call_count && goes_on; each++)
        goes_on = counters_open(each) && print_ratio(&each->call, json, TRUE);
    counters_close();
    ratio = measure_ratio(&left_call);
    print_limited("a query left to the system, more", ratio.ours - ratio.least, "ns", 50, json, FALSE);
    print_limited("a thread's begin and end", median_us(UNIXLIB_MEASURED_THREAD_LIFE), "us", 3, json, FALSE);
    print_limited("the same with a first question", median_us(UNIXLIB_MEASURED_THREAD_LIFE_AND_QUESTION), "us", 8, json,
                  FALSE);
    goes_on &= print_waits((double)rate / 1e3, json);
    printf(json ? "  ],\n" : "\n");
    return is_done && goes_on;
}
