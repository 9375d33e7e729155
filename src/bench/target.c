/* SPDX-License-Identifier: MIT */
#include "target.h"
#include "cycletime.h"
#include "linux_side.h"
#include "measure.h"
#include "../protocol/clock_line.h"

#include <stdio.h>

/* Imported from kernel32 like in any program; Wine 8 has these. */
static HANDLE other_thread;
static FILETIME creation, exit_time, kernel, user;
static ULONG64 value;
static DWORD code;

#define OWN_THREAD ((HANDLE)(LONG_PTR)-2)
#define OWN_PROCESS ((HANDLE)(LONG_PTR)-1)
#define TIMES &creation, &exit_time, &kernel, &user

static void own_thread_cycles(void)
{
    QueryThreadCycleTime(OWN_THREAD, &value);
}
static void own_process_cycles(void)
{
    QueryProcessCycleTime(OWN_PROCESS, &value);
}
static void own_thread_times(void)
{
    GetThreadTimes(OWN_THREAD, TIMES);
}
static void own_process_times(void)
{
    GetProcessTimes(OWN_PROCESS, TIMES);
}
static void other_thread_cycles(void)
{
    QueryThreadCycleTime(other_thread, &value);
}

static void bare_tsc(void)
{
    value = __builtin_ia32_rdtsc();
}
static void bare_ordered_tsc(void)
{
    value = ordered_counter();
}
static void bare_round_trip(void)
{
    GetExitCodeThread(other_thread, &code);
}

/* The system's own, and what the graft has put beside it. */
static LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);
static BOOL (WINAPI *query_idle)(USHORT, PULONG, PULONG64);
static ULONG64 idle[64];
static BYTE processors[64 * 0x30];

/* Not imported: Wine 8's kernel32 does not export these, and mingw's import libraries do not know them. */
static void (WINAPI *query_interrupt_time)(PULONGLONG), (WINAPI * query_unbiased_time)(PULONGLONG);

static void interrupt_time(void)
{
    query_interrupt_time(&value);
}
static void unbiased_time(void)
{
    query_unbiased_time(&value);
}

/* Put in place by CYCLETIME_GRAFT_FAST_CLOCK; ntdll's are asked for the same memory as by any program, on the stack. */
static BOOL (WINAPI *query_counter)(LARGE_INTEGER *);
static BOOL (WINAPI *rtl_query_counter)(LARGE_INTEGER *);
static LONG (WINAPI *nt_query_counter)(LARGE_INTEGER *, LARGE_INTEGER *);
static void (WINAPI *query_date)(FILETIME *);

static void counter(void)
{
    LARGE_INTEGER now;

    query_counter(&now);
}
static void rtl_counter(void)
{
    LARGE_INTEGER now;

    rtl_query_counter(&now);
}
static void nt_counter(void)
{
    LARGE_INTEGER now;

    nt_query_counter(&now, NULL);
}
static void date(void)
{
    FILETIME now;

    query_date(&now);
}

static void idle_cycles(void)
{
    ULONG length = sizeof idle;

    query_idle(0, &length, idle);
}

static void bare_processors(void)
{
    ULONG length;

    query_system(8, processors, sizeof processors, &length);
}

static double time_of_processors(int calls)
{
    return measure_calls(bare_processors, calls);
}
static double time_of_tsc(int calls)
{
    return measure_calls(bare_tsc, calls);
}
static double time_of_ordered_tsc(int calls)
{
    return measure_calls(bare_ordered_tsc, calls);
}
static double time_of_round_trip(int calls)
{
    return measure_calls(bare_round_trip, calls);
}

static const struct target {
    const char *what, *beside;
    void (*ours)(void);
    double (*least)(int calls);
    int calls;
    double limit;
} targets[] = {
    { "QueryThreadCycleTime, own thread", "rdtsc", own_thread_cycles, time_of_tsc, 1000, 2 },
    { "QueryProcessCycleTime, own process", "clock_gettime", own_process_cycles, linux_process_clock, 50, 1.3 },
    { "GetThreadTimes, own thread", "clock_gettime, getrusage", own_thread_times, linux_thread_times, 50, 1.3 },
    { "GetProcessTimes, own process", "clock_gettime, getrusage", own_process_times, linux_process_times, 50, 1.3 },
    { "QueryThreadCycleTime, by handle", "GetExitCodeThread", other_thread_cycles, time_of_round_trip, 5, 1.2 },
    { "QueryInterruptTimePrecise", "lfence, rdtsc", interrupt_time, time_of_ordered_tsc, 1000, 2 },
    { "QueryUnbiasedInterruptTimePrecise", "lfence, rdtsc", unbiased_time, time_of_ordered_tsc, 1000, 2 },
    { "QueryPerformanceCounter", "lfence, rdtsc", counter, time_of_ordered_tsc, 1000, 1.5 },
    { "RtlQueryPerformanceCounter", "lfence, rdtsc", rtl_counter, time_of_ordered_tsc, 1000, 1.5 },
    { "NtQueryPerformanceCounter", "lfence, rdtsc", nt_counter, time_of_ordered_tsc, 1000, 1.5 },
    { "GetSystemTimePreciseAsFileTime", "lfence, rdtsc", date, time_of_ordered_tsc, 1000, 1.5 },
    { "QueryIdleProcessorCycleTimeEx", "class 8, Wine's own", idle_cycles, time_of_processors, 20, 1 / 1.5 },
};

static BOOL print_ratio(const struct target *target, BOOL json, BOOL has_limits)
{
    struct ratio ratio = measure_ratio(target->ours, target->least, target->calls);

    if (!ratio.least) return FALSE;
    if (json) {
        printf("    { \"call\": \"%s\", \"ns\": %.1f, \"least\": \"%s\", \"least_ns\": %.1f, \"ratio\": %.3f, \"reach\": "
               "%.2f },\n",
               target->what, ratio.ours, target->beside, ratio.least, ratio.ratio, has_limits ? target->limit : 0);
        return TRUE;
    }
    printf("%-36s %9.0f %-26s %9.0f %6.2f", target->what, ratio.ours, target->beside, ratio.least, ratio.ratio);
    has_limits ? printf(" %6.2f %s\n", target->limit, ratio.ratio <= target->limit ? "" : "missed") : printf("\n");
    return TRUE;
}

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
    ULONG64 before;

    if (!thread) return FALSE;
    Sleep(100);
    idle_cycles();
    before = idle[0];
    Sleep(2000);
    idle_cycles();
    stop_hogging = 1;
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    print_cost("2 s of a hogged processor", (double)(idle[0] - before) / per_ms, "ms told to be idle", 20, json, FALSE);
    return TRUE;
}

static BOOL print_waits(double per_ms, BOOL json)
{
    HANDLE write, writer;

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

static DWORD WINAPI wait_to_end(void *event)
{
    return WaitForSingleObject(event, INFINITE);
}

/* In Wine's new WoW64 a call of the Linux side alone costs more than what is reached for. */
static BOOL is_new_wow64(void)
{
    return sizeof(void *) == 4 && measure_ratio(linux_call, time_of_tsc, 1000).ratio > 3;
}

void target_open(void)
{
    query_system = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtQuerySystemInformation");
}

BOOL target_print(HMODULE cycletime, BOOL json)
{
    BOOL (WINAPI *graft)(ULONG) = (void *)GetProcAddress(cycletime, "CycletimeGraftEx");
    BOOL (WINAPI *frequency)(PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQueryFrequency");
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    ULONG64 rate;
    BOOL done = TRUE;
    int i;

    if (!graft || !frequency || !frequency(&rate) || !event || !graft(CYCLETIME_GRAFT_FAST_CLOCK)) return FALSE;
    query_idle = (void *)GetProcAddress(GetModuleHandleA("kernel32"), "QueryIdleProcessorCycleTimeEx");
    query_interrupt_time = (void *)GetProcAddress(GetModuleHandleA("kernelbase"), "QueryInterruptTimePrecise");
    query_unbiased_time = (void *)GetProcAddress(GetModuleHandleA("kernelbase"), "QueryUnbiasedInterruptTimePrecise");
    query_counter = (void *)GetProcAddress(GetModuleHandleA("kernel32"), "QueryPerformanceCounter");
    query_date = (void *)GetProcAddress(GetModuleHandleA("kernel32"), "GetSystemTimePreciseAsFileTime");
    rtl_query_counter = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "RtlQueryPerformanceCounter");
    nt_query_counter = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtQueryPerformanceCounter");
    if (!query_counter || !rtl_query_counter || !nt_query_counter || !query_date) return FALSE;
    if (!query_system || !query_idle || !query_interrupt_time || !query_unbiased_time) return FALSE;
    if (!linux_side_open()) return TRUE;
    if (!(other_thread = CreateThread(NULL, 0, wait_to_end, event, 0, NULL))) return FALSE;
    if (json) printf("  \"linux_side\": [\n");
    else
        printf("%-36s %9s %-26s %9s %6s %6s\n", "with the Linux side", "ns", "cannot cost less than", "ns", "ratio",
               "reach");
    for (i = 0; i < (int)ARRAYSIZE(targets); i++) done &= print_ratio(&targets[i], json, !is_new_wow64());
    print_cost("a thread's begin and end", measure_ratio(linux_thread_begin_and_end, time_of_tsc, 50).ours / 1e3, "us", 3,
               json, FALSE);
    print_cost("the same with a first question",
               measure_ratio(linux_thread_begin_question_and_end, time_of_tsc, 50).ours / 1e3, "us", 8, json, FALSE);
    done &= print_hogged_processor((double)rate / 1e3, json);
    done &= print_waits((double)rate / 1e3, json);
    printf(json ? "  ],\n" : "\n");
    SetEvent(event);
    WaitForSingleObject(other_thread, INFINITE);
    CloseHandle(other_thread);
    CloseHandle(event);
    return done;
}
