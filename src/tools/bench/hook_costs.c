/* SPDX-License-Identifier: MIT */
/* Measures what the hooks cost calls that they pass on, and threads and processes that begin and end. */
#include "tools/bench/bench.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { STARTS = 20 };

#define FIRST_CYCLES "--first-cycles"
#define FIRST_TIMES "--first-times"

BOOL hook_costs_ask_first(const WCHAR *function, DWORD *code)
{
    HMODULE kernel = GetModuleHandleA("kernelbase");
    BOOL (WINAPI *cycles)(HANDLE, PULONG64) = (void *)GetProcAddress(kernel, "QueryThreadCycleTime");
    FILETIME creation, exit_time, kernel_time, user;
    ULONG64 value;
    double begin;
    BOOL done;

    measure_now();
    begin = measure_now();
    if (!wcscmp(function, L"" FIRST_CYCLES)) done = cycles && cycles(GetCurrentThread(), &value);
    else if (!wcscmp(function, L"" FIRST_TIMES))
        done = GetProcessTimes(GetCurrentProcess(), &creation, &exit_time, &kernel_time, &user);
    else return FALSE;
    *code = done ? HOOK_COSTS_FIRST | (DWORD)((measure_now() - begin) / 100) : 1;
    return TRUE;
}

static VOID (WINAPI *hooked)(PULONGLONG);
static ULONGLONG answer;

ONE_CALL(call_direct, ours.QueryInterruptTime(&answer))
ONE_CALL(call_hooked, hooked(&answer))

/* How a program is started: the preload library hooks it unless CYCLETIME_RUN says "off". Without the unixlib, what is
   missing is what that does at a process's begin and end. */
enum { PLAIN, HOOKED, WITHOUT_LINUX, MODES };

/* Milliseconds: all that the program takes, or its first call. Below 0: it did not run. */
static double measure_start(const char *program, int mode, const char *argument)
{
    char value[1024], line[CALL_PATH + 32];
    const DWORD length = GetEnvironmentVariableA("CYCLETIME_UNIXLIB", value, sizeof value);
    const double begin = measure_now();
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    DWORD code = 1;

    if (length >= sizeof value || !SetEnvironmentVariableA("CYCLETIME_RUN", mode == PLAIN ? "off" : "quiet")) return -1;
    if (mode == WITHOUT_LINUX && !SetEnvironmentVariableA("CYCLETIME_UNIXLIB", "0")) return -1;
    snprintf(line, sizeof line, "\"%s\" %s", program, argument);
    if (CreateProcessA(program, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &created)) {
        WaitForSingleObject(created.hProcess, INFINITE);
        GetExitCodeProcess(created.hProcess, &code);
        CloseHandle(created.hThread);
        CloseHandle(created.hProcess);
    }
    SetEnvironmentVariableA("CYCLETIME_UNIXLIB", length ? value : NULL);
    SetEnvironmentVariableA("CYCLETIME_RUN", "off");
    if (code & HOOK_COSTS_FIRST) return (code - HOOK_COSTS_FIRST) / 1e4;
    return code == HOOK_COSTS_DONE ? (measure_now() - begin) / 1e6 : -1;
}

/* Medians; of each round's ratio of HOOKED to PLAIN, too; and the least that was seen HOOKED. */
struct starts {
    double ms[MODES], ratio, least;
};

/* Starts the program in mode FROM and in mode TO in each round. FALSE: it is not hooked, or does not run. */
static BOOL measure_starts(const char *directory, int from, int to, const char *argument, struct starts *starts)
{
    double rounds[MODES][STARTS], ratios[STARTS];
    char program[CALL_PATH], list[4096];
    const DWORD length = GetEnvironmentVariableA("LD_PRELOAD", list, sizeof list);
    int i, mode;

    if (!length || length >= sizeof list || !strstr(list, "/cycletime_preload.so")) return FALSE;
    if (!call_find_file(directory, "cycletime-bench.exe", program)) return FALSE;
    for (i = 0; i < STARTS; i++) {
        for (mode = from; mode <= to; mode++)
            if ((rounds[mode][i] = measure_start(program, mode, argument)) < 0) return FALSE;
        ratios[i] = from == PLAIN ? rounds[HOOKED][i] / rounds[PLAIN][i] : 0;
    }
    for (mode = from; mode <= to; mode++) starts->ms[mode] = measure_median(rounds[mode], STARTS);
    starts->least = rounds[HOOKED][0]; /* they are sorted */
    starts->ratio = measure_median(ratios, STARTS);
    return TRUE;
}

static void print_starts(const char *what, const char *directory, BOOL json)
{
    const double limit = 1.1;
    struct starts starts;
    const BOOL done = measure_starts(directory, PLAIN, WITHOUT_LINUX, HOOK_COSTS_NOTHING, &starts);

    if (json && done)
        printf("  \"start, %s word size, ms\": { \"alone\": %.1f, \"hooked\": %.1f, \"without_linux\": %.1f, "
               "\"ratio\": %.3f, \"limit\": %.2f },\n",
               what, starts.ms[PLAIN], starts.ms[HOOKED], starts.ms[WITHOUT_LINUX], starts.ratio, limit);
    else if (json) printf("  \"start, %s word size, ms\": null,\n", what);
    else if (done)
        printf("starting a program of %s word size: %.1f ms, hooked %.1f (without the Linux side %.1f): %.2f of that "
               "alone, limit %.2f%s\n",
               what, starts.ms[PLAIN], starts.ms[HOOKED], starts.ms[WITHOUT_LINUX], starts.ratio, limit,
               starts.ratio <= limit ? "" : " missed");
    else printf("starting programs of %s word size: not measured, they do not run here or run without cycletime\n", what);
}

/* The first call of a function in new programs, which are hooked, one after the other. */
static void print_first(const char *function, const char *argument, BOOL json)
{
    const double limit = 0.2;
    struct starts starts = { .least = 0 };
    const BOOL done = measure_starts(NULL, HOOKED, HOOKED, argument, &starts);
    const double median = starts.ms[HOOKED];

    if (json && done)
        printf("  \"first %s, ms\": { \"median\": %.3f, \"least\": %.3f, \"limit\": %.1f },\n", function, median,
               starts.least, limit);
    else if (json) printf("  \"first %s, ms\": null,\n", function);
    else if (done)
        printf("the first %s of a program: %.3f ms, at least %.3f, limit %.1f%s\n", function, median, starts.least, limit,
               median <= limit ? "" : " missed");
    else printf("the first %s of a program: not measured, programs run without cycletime here\n", function);
}

BOOL hook_costs_print(BOOL json)
{
    struct cost cost;
    double begin, ms;

    print_first("QueryThreadCycleTime", FIRST_CYCLES, json);
    print_first("GetProcessTimes", FIRST_TIMES, json);
    print_starts("the same", NULL, json);
    print_starts("the other", sizeof(void *) == 8 ? "i386-windows" : "x86_64-windows", json);
    begin = measure_now();
    if (!ours.CycletimeInstallHooks(CYCLETIME_HOOK_FAST_CLOCK)) return FALSE;
    ms = (measure_now() - begin) / 1e6;
    hooked = (void *)GetProcAddress(GetModuleHandleA("kernelbase"), "QueryInterruptTime");
    if (!hooked) return FALSE;
    cost = measure_cost(&(struct call){ .ours = call_hooked, .alone = call_direct });
    printf(json ? "  \"hook_ms\": %.2f,\n  \"hooked_call_ns\": { \"hooked\": %.1f, \"direct\": %.1f },\n"
                : "hooking: %.2f ms; a call through it %.1f ns, of the DLL's own export %.1f ns\n",
           ms, cost.ours, cost.systems);
    return TRUE;
}
