/* SPDX-License-Identifier: MIT */
#include "drop_in.h"
#include "cycletime.h"
#include "measure.h"

#include <stdio.h>
#include <string.h>

enum { STARTS = 20, PATH = 2 * MAX_PATH };

static const char variable[] = "CYCLETIME_HOST";

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
    const struct subject subject = { name, name, call_grafted, call_direct, NULL };
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

/* Milliseconds; below 0: it did not run. */
static double start(const char *path, const char *arguments)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    char line[2 * PATH];
    double begin = measure_now();
    DWORD code = 1;

    snprintf(line, sizeof line, "\"%s\" %s", path, arguments);
    if (!CreateProcessA(path, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &created)) return -1;
    WaitForSingleObject(created.hProcess, INFINITE);
    GetExitCodeProcess(created.hProcess, &code);
    CloseHandle(created.hThread);
    CloseHandle(created.hProcess);
    return code == DROP_IN_DONE ? (measure_now() - begin) / 1e6 : -1;
}

/* What is missing then is what the Linux side does at a process's begin and end. */
static double start_without_linux(const char *path, const char *arguments)
{
    char before[64];
    const DWORD length = GetEnvironmentVariableA(variable, before, sizeof before);
    double time;

    if (length >= sizeof before || !SetEnvironmentVariableA(variable, "0")) return -1;
    time = start(path, arguments);
    SetEnvironmentVariableA(variable, length ? before : NULL);
    return time;
}

int drop_in_between(void)
{
    WCHAR *rest = wcsstr(GetCommandLineW(), L"" DROP_IN_BETWEEN) + ARRAYSIZE(DROP_IN_BETWEEN);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    DWORD code = 1;

    if (!CreateProcessW(NULL, rest, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &created)) return 1;
    WaitForSingleObject(created.hProcess, INFINITE);
    GetExitCodeProcess(created.hProcess, &code);
    return (int)code;
}

/* Milliseconds, but for the ratio of LAUNCHED to BETWEEN, which is the median of each round's. */
struct starts {
    double alone, between, launched, without_linux, ratio;
};

static BOOL measure_starts(const char *program, struct starts *starts)
{
    char launcher[PATH], self[PATH], launched_line[PATH + 16], between_line[PATH + 32];
    double alone[STARTS], between[STARTS], launched[STARTS], without_linux[STARTS], ratios[STARTS];
    int i;

    if (!find(NULL, "cycletime-run.exe", launcher) || !find(NULL, "cycletime-bench.exe", self)) return FALSE;
    snprintf(launched_line, sizeof launched_line, "-- \"%s\" " DROP_IN_NOTHING, program);
    snprintf(between_line, sizeof between_line, DROP_IN_BETWEEN " \"%s\" " DROP_IN_NOTHING, program);
    for (i = 0; i < STARTS; i++) {
        if ((alone[i] = start(program, DROP_IN_NOTHING)) < 0) return FALSE;
        if ((between[i] = start(self, between_line)) < 0) return FALSE;
        if ((launched[i] = start(launcher, launched_line)) < 0) return FALSE;
        if ((without_linux[i] = start_without_linux(launcher, launched_line)) < 0) return FALSE;
        ratios[i] = launched[i] / between[i];
    }
    *starts =
        (struct starts){ measure_median(alone, STARTS), measure_median(between, STARTS), measure_median(launched, STARTS),
                         measure_median(without_linux, STARTS), measure_median(ratios, STARTS) };
    return TRUE;
}

static void print_starts(const char *what, const char *directory, double reach, BOOL json)
{
    struct starts starts;
    char program[PATH];
    BOOL done = find(directory, "cycletime-bench.exe", program) && measure_starts(program, &starts);

    if (json && done)
        printf("  \"start, %s word size, ms\": { \"alone\": %.1f, \"between\": %.1f, \"launched\": %.1f, "
               "\"without_linux\": %.1f, \"ratio\": %.3f, \"reach\": %.2f },\n",
               what, starts.alone, starts.between, starts.launched, starts.without_linux, starts.ratio, reach);
    else if (json) printf("  \"start, %s word size, ms\": null,\n", what);
    else if (done)
        printf("starting a program of %s word size: %.0f ms, with an empty program between %.0f, under the launcher %.0f "
               "(without the Linux side %.0f): %.2f of that between, reach %.2f%s\n",
               what, starts.alone, starts.between, starts.launched, starts.without_linux, starts.ratio, reach,
               starts.ratio <= reach ? "" : " missed");
    else printf("starting a program of %s word size: not measured, none of it runs here\n", what);
}

BOOL drop_in_print(HMODULE cycletime, BOOL json)
{
    struct cost cost;
    double ms;

    print_starts("the same", NULL, 1.5, json);
    print_starts("the other", sizeof(void *) == 8 ? "i386-windows" : "x86_64-windows", 3, json);
    if (!graft(cycletime, &ms, &cost)) return FALSE;
    if (json)
        printf("  \"graft_ms\": %.2f,\n  \"grafted_call_ns\": { \"grafted\": %.1f, \"direct\": %.1f },\n", ms, cost.ours,
               cost.systems);
    else
        printf("the graft: %.2f ms; a call through it %.1f ns, of the DLL's own export %.1f ns\n", ms, cost.ours,
               cost.systems);
    return TRUE;
}
