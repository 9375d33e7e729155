/* SPDX-License-Identifier: MIT */
#include "drop_in.h"
#include "cycletime.h"
#include "measure.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { STARTS = 20, PATH = 2 * MAX_PATH };

#define FIRST_CYCLES "--first-cycles"
#define FIRST_TIMES "--first-times"

static VOID (WINAPI *direct)(PULONGLONG), (WINAPI * grafted)(PULONGLONG);

static void call_direct(void)
{
    ULONGLONG time;

    direct(&time);
}

static void call_grafted(void)
{
    ULONGLONG time;

    grafted(&time);
}

static BOOL graft(HMODULE cycletime, double *ms, struct cost *cost)
{
    static const char name[] = "QueryInterruptTime";
    const struct subject subject = { name, call_grafted, call_direct, NULL, 0 };
    BOOL (WINAPI *entry)(ULONG) = (void *)GetProcAddress(cycletime, "CycletimeGraft");
    double begin = measure_now();

    if (!entry || !entry(CYCLETIME_GRAFT_FAST_CLOCK)) return FALSE;
    *ms = (measure_now() - begin) / 1e6;
    direct = (void *)GetProcAddress(cycletime, name);
    grafted = (void *)GetProcAddress(GetModuleHandleA("kernelbase"), name);
    if (!direct || !grafted) return FALSE;
    *cost = measure_cost(&subject);
    return TRUE;
}

/* A file of the programs of this word size, or of the other beside them. */
static BOOL find(const char *directory, const char *file, char path[PATH])
{
    char *slash;
    DWORD length = GetModuleFileNameA(NULL, path, MAX_PATH);
    int levels = directory ? 2 : 1;

    if (!length || length >= MAX_PATH) return FALSE;
    while (levels--) {
        if (!(slash = strrchr(path, '\\'))) return FALSE;
        *slash = 0;
    }
    snprintf(slash, PATH - (slash - path), "\\%s%s%s", directory ? directory : "", directory ? "\\" : "", file);
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

/* Its exit code; 1: it did not run. */
static DWORD run(const char *path, const char *argument)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    char line[PATH + 32];
    DWORD code = 1;

    snprintf(line, sizeof line, "\"%s\" %s", path, argument);
    if (!CreateProcessA(path, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &created)) return 1;
    WaitForSingleObject(created.hProcess, INFINITE);
    GetExitCodeProcess(created.hProcess, &code);
    CloseHandle(created.hThread);
    CloseHandle(created.hProcess);
    return code;
}

/* Milliseconds; below 0: it did not run. */
static double start(const char *path)
{
    const double begin = measure_now();

    return run(path, DROP_IN_NOTHING) == DROP_IN_DONE ? (measure_now() - begin) / 1e6 : -1;
}

BOOL drop_in_ask_first(const WCHAR *function, DWORD *code)
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
    *code = done ? DROP_IN_FIRST | (DWORD)((measure_now() - begin) / 100) : 1;
    return TRUE;
}

static double ask_cycles(const char *path)
{
    const DWORD code = run(path, FIRST_CYCLES);

    return code & DROP_IN_FIRST ? (code - DROP_IN_FIRST) / 1e4 : -1;
}

static double ask_times(const char *path)
{
    const DWORD code = run(path, FIRST_TIMES);

    return code & DROP_IN_FIRST ? (code - DROP_IN_FIRST) / 1e4 : -1;
}

/* With that value of the variable, which is put back. */
static double start_with(const char *variable, const char *value, double (*next)(const char *), const char *path)
{
    char before[1024];
    const DWORD length = GetEnvironmentVariableA(variable, before, sizeof before);
    double time;

    if (length >= sizeof before || !SetEnvironmentVariableA(variable, value)) return -1;
    time = next(path);
    SetEnvironmentVariableA(variable, length ? before : NULL);
    return time;
}

static double start_alone(const char *path)
{
    return start_with("CYCLETIME_RUN", "off", start, path);
}

static double start_grafted(const char *path)
{
    return start_with("CYCLETIME_RUN", "quiet", start, path);
}

/* What is missing then is what the Linux side does at a process's begin and end. */
static double start_without_linux(const char *path)
{
    return start_with("CYCLETIME_HOST", "0", start_grafted, path);
}

/* Milliseconds, but for the ratio of GRAFTED to ALONE, which is the median of each round's. */
struct starts {
    double alone, grafted, without_linux, ratio;
};

static BOOL measure_starts(const char *program, struct starts *starts)
{
    double alone[STARTS], grafted[STARTS], without_linux[STARTS], ratios[STARTS];
    int i;

    for (i = 0; i < STARTS; i++) {
        if ((alone[i] = start_alone(program)) < 0) return FALSE;
        if ((grafted[i] = start_grafted(program)) < 0) return FALSE;
        if ((without_linux[i] = start_without_linux(program)) < 0) return FALSE;
        ratios[i] = grafted[i] / alone[i];
    }
    *starts = (struct starts){ measure_median(alone, STARTS), measure_median(grafted, STARTS),
                               measure_median(without_linux, STARTS), measure_median(ratios, STARTS) };
    return TRUE;
}

/* The preload library grafts what is started, unless CYCLETIME_RUN says "off". */
static BOOL is_preloaded(void)
{
    char list[4096];
    const DWORD length = GetEnvironmentVariableA("LD_PRELOAD", list, sizeof list);

    return length && length < sizeof list && strstr(list, "/cycletime_preload.so");
}

static void print_starts(const char *what, const char *directory, double reach, BOOL json)
{
    struct starts starts;
    char program[PATH];
    BOOL done = is_preloaded() && find(directory, "cycletime-bench.exe", program) && measure_starts(program, &starts);

    if (json && done)
        printf("  \"start, %s word size, ms\": { \"alone\": %.1f, \"grafted\": %.1f, \"without_linux\": %.1f, "
               "\"ratio\": %.3f, \"reach\": %.2f },\n",
               what, starts.alone, starts.grafted, starts.without_linux, starts.ratio, reach);
    else if (json) printf("  \"start, %s word size, ms\": null,\n", what);
    else if (done)
        printf("starting a program of %s word size: %.1f ms, grafted %.1f (without the Linux side %.1f): %.2f of that "
               "alone, reach %.2f%s\n",
               what, starts.alone, starts.grafted, starts.without_linux, starts.ratio, reach,
               starts.ratio <= reach ? "" : " missed");
    else printf("starting a program of %s word size: not measured, none of it is grafted or runs here\n", what);
}

/* In new programs, grafted, one after the other. */
static BOOL measure_first(double (*ask)(const char *), const char *program, double *median, double *least)
{
    double times[STARTS];
    int i;

    for (i = 0; i < STARTS; i++)
        if ((times[i] = start_with("CYCLETIME_RUN", "quiet", ask, program)) < 0) return FALSE;
    *median = measure_median(times, STARTS);
    *least = times[0];
    return TRUE;
}

static void print_first(const char *function, double (*ask)(const char *), BOOL json)
{
    const double reach = 0.2;
    char program[PATH];
    double median, least;
    const BOOL done =
        is_preloaded() && find(NULL, "cycletime-bench.exe", program) && measure_first(ask, program, &median, &least);

    if (json && done)
        printf("  \"first %s, ms\": { \"median\": %.3f, \"least\": %.3f, \"reach\": %.1f },\n", function, median, least,
               reach);
    else if (json) printf("  \"first %s, ms\": null,\n", function);
    else if (done)
        printf("the first %s of a program: %.3f ms, at least %.3f, reach %.1f%s\n", function, median, least, reach,
               median <= reach ? "" : " missed");
    else printf("the first %s of a program: not measured, none is grafted here\n", function);
}

BOOL drop_in_print(HMODULE cycletime, BOOL json)
{
    struct cost cost;
    double ms;

    print_first("QueryThreadCycleTime", ask_cycles, json);
    print_first("GetProcessTimes", ask_times, json);

    print_starts("the same", NULL, 1.1, json);
    print_starts("the other", sizeof(void *) == 8 ? "i386-windows" : "x86_64-windows", 1.1, json);
    if (!graft(cycletime, &ms, &cost)) return FALSE;
    if (json)
        printf("  \"graft_ms\": %.2f,\n  \"grafted_call_ns\": { \"grafted\": %.1f, \"direct\": %.1f },\n", ms, cost.ours,
               cost.systems);
    else
        printf("the graft: %.2f ms; a call through it %.1f ns, of the DLL's own export %.1f ns\n", ms, cost.ours,
               cost.systems);
    return TRUE;
}
