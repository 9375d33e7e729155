/* SPDX-License-Identifier: MIT */
#include "target.h"
#include "calls.h"
#include "chart.h"
#include "cycletime.h"
#include "linux_side.h"
#include "measure.h"
#include "../protocol/clock_line.h"

#include <stdio.h>

static ULONG64 value;

static void bare_tsc(void)
{
    value = __builtin_ia32_rdtsc();
}
static void bare_ordered_tsc(void)
{
    value = ordered_counter();
}

static double time_of_tsc(int count)
{
    return measure_calls(bare_tsc, count);
}
static double time_of_ordered_tsc(int count)
{
    return measure_calls(bare_ordered_tsc, count);
}
static double time_of_round_trip(int count)
{
    return measure_calls(call_server, count);
}
static double time_of_processors(int count)
{
    return measure_calls(call_processors, count);
}

/* In a round there are as many calls as take some ten microseconds. */
static const struct target {
    enum call_name call;
    int count;
    const char *beside;
    double (*least)(int count);
    double limit;
} targets[] = {
    { OWN_THREAD_CYCLES, 1000, "rdtsc", time_of_tsc, 1.25 },
    { OWN_THREAD_CPU_TIME, 1000, "rdtsc", time_of_tsc, 1.5 },
    { OWN_THREAD_TIMES, 1000, "rdtsc", time_of_tsc, 3 },
    { NT_OWN_THREAD_CYCLES, 1000, "rdtsc", time_of_tsc, 3 },
    { NT_OWN_THREAD_TIMES, 1000, "rdtsc", time_of_tsc, 3 },
    { OWN_PROCESS_CYCLES, 50, "clock_gettime", linux_process_clock, 1.2 },
    { OWN_PROCESS_TIMES, 50, "clock_gettime, getrusage", linux_process_times, 1.15 },
    { OTHER_THREAD_CYCLES, 5, "GetExitCodeThread", time_of_round_trip, 1.2 },
    { PRECISE_TIME, 1000, "lfence, rdtsc", time_of_ordered_tsc, 2 },
    { UNBIASED_PRECISE_TIME, 1000, "lfence, rdtsc", time_of_ordered_tsc, 2 },
    { COUNTER, 1000, "lfence, rdtsc", time_of_ordered_tsc, 1.5 },
    { RTL_COUNTER, 1000, "lfence, rdtsc", time_of_ordered_tsc, 1.5 },
    { NT_COUNTER, 1000, "lfence, rdtsc", time_of_ordered_tsc, 1.5 },
    { PRECISE_DATE, 1000, "lfence, rdtsc", time_of_ordered_tsc, 1.5 },
    { IDLE_CYCLES, 20, "class 8, Wine's own", time_of_processors, 1 / 1.5 },
};

/* Before the graft, in nanoseconds: behind it the system's own functions would ask those that are in place. 0: no
   answer. */
static double alone[CALL_NAMES];

static void print_json(const struct target *target, const struct ratio *ratio)
{
    printf("    { \"call\": \"%s\", \"ns\": %.1f, ", calls[target->call].what, ratio->ours);
    if (alone[target->call] > 0) printf("\"alone_ns\": %.1f, ", alone[target->call]);
    printf("\"least\": \"%s\", \"least_ns\": %.1f, \"ratio\": %.3f, \"reach\": %.2f },\n", target->beside, ratio->least,
           ratio->ratio, target->limit);
}

static void print_text(const struct target *target, const struct ratio *ratio)
{
    printf("%-36s", calls[target->call].what);
    alone[target->call] > 0 ? printf(" %9.0f", alone[target->call]) : printf(" %9s", "none");
    printf(" %9.0f  %-26s %7.0f %6.2f %6.2f%s\n", ratio->ours, target->beside, ratio->least, ratio->ratio, target->limit,
           ratio->ratio <= target->limit ? "" : " missed");
}

static BOOL print_target(const struct target *target, BOOL json)
{
    const struct call *call = &calls[target->call];
    const struct ratio ratio = measure_ratio(call->under, target->least, target->count);

    if (ratio.least <= 0) return FALSE;
    json ? print_json(target, &ratio) : print_text(target, &ratio);
    chart_add(call->what, alone[target->call], ratio.ours, target->limit < 1 ? 0 : ratio.least);
    return TRUE;
}

/* COST beside what it is held to. */
static void print_cost(const char *what, double cost, const char *unit, double limit, BOOL json, BOOL last)
{
    if (json)
        printf("    { \"cost\": \"%s\", \"%s\": %.3f, \"reach\": %.3f }%s\n", what, unit, cost, limit, last ? "" : ",");
    else printf("%-36s %9.3f %-26s %16s %6.2f %s\n", what, cost, unit, "", limit, cost <= limit ? "" : "missed");
}

/* CPU time that is reported to the calling thread for something that should take none, in milliseconds. */
static double reported_for(void (*wait)(void), double per_ms)
{
    ULONG64 before, after;

    QueryThreadCycleTime(GetCurrentThread(), &before);
    wait();
    QueryThreadCycleTime(GetCurrentThread(), &after);
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

/* What is told to have been used where nothing is: by a thread that waits, and of a processor that is busy. PER_MS: cycles
   in a millisecond. */
static BOOL print_waits(double per_ms, BOOL json)
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

static double time_of_left(int count)
{
    return measure_calls(call_left_alone, count);
}

static void print_left(BOOL json)
{
    const struct ratio ratio = measure_ratio(call_left, time_of_left, 50);

    print_cost("a query left to the system, more", ratio.ours - ratio.least, "ns", 50, json, FALSE);
}

static void print_thread_ends(BOOL json)
{
    const double known = measure_ratio(linux_thread_begin_and_end, time_of_tsc, 50).ours,
                 asked = measure_ratio(linux_thread_begin_question_and_end, time_of_tsc, 50).ours;

    print_cost("a thread's begin and end", known / 1e3, "us", 3, json, FALSE);
    print_cost("the same with a first question", asked / 1e3, "us", 8, json, FALSE);
}

void target_open(void)
{
    int i;

    for (i = 0; i < CALL_NAMES; i++)
        if (calls[i].alone) alone[i] = measure_alone(calls[i].alone);
}

BOOL target_print(HMODULE cycletime, BOOL json)
{
    BOOL (WINAPI *graft)(ULONG) = (void *)GetProcAddress(cycletime, "CycletimeGraft");
    BOOL (WINAPI *frequency)(PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQueryFrequency");
    ULONG64 rate;
    BOOL is_done = TRUE;
    int i;

    if (!graft || !frequency || !frequency(&rate) || !graft(CYCLETIME_GRAFT_FAST_CLOCK)) return FALSE;
    if (!calls_open_under()) return FALSE;
    if (!linux_side_open()) return TRUE;
    if (json) printf("  \"linux_side\": [\n");
    else
        printf("%-36s %9s %9s  %-26s %7s %6s %6s\n", "nanoseconds, with the Linux side", "alone", "cycletime",
               "cannot cost less than", "", "ratio", "reach");
    for (i = 0; i < (int)ARRAYSIZE(targets); i++) is_done &= print_target(&targets[i], json);
    print_left(json);
    print_thread_ends(json);
    is_done &= print_waits((double)rate / 1e3, json);
    printf(json ? "  ],\n" : "\n");
    return is_done;
}
