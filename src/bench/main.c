/* SPDX-License-Identifier: MIT */
/* What a call costs, what a measurement errs by, and what the drop-in costs. */
#include "chart.h"
#include "drop_in.h"
#include "measure.h"
#include "target.h"
#include "status.h"
#include "../cli/say.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static const double spins[] = { 0.1, 1, 10, 100 };

/* The one beside this program. */
static HMODULE load(void)
{
    static const char name[] = "cycletime.dll";
    char path[MAX_PATH];
    DWORD length = GetModuleFileNameA(NULL, path, sizeof path);
    char *slash = length && length < sizeof path ? strrchr(path, '\\') : NULL;

    if (!slash || slash + 1 + sizeof name > path + sizeof path) return NULL;
    memcpy(slash + 1, name, sizeof name);
    return LoadLibraryA(path);
}

static void print_cost(const struct subject *subject, const struct cost *cost, BOOL json, BOOL last)
{
    if (json) {
        printf("    { \"call\": \"%s\", \"ns\": %.1f, \"system_ns\": %.1f, \"queries_ns\": %.1f, \"to_system\": %.3f, "
               "\"to_queries\": %.3f }%s\n",
               subject->name, cost->ours, cost->systems, cost->queries, cost->to_systems, cost->to_queries,
               last ? "" : ",");
        return;
    }
    printf("%-44s %9.0f", subject->name, cost->ours);
    subject->systems ? printf(" %9.0f %6.2f", cost->systems, cost->to_systems) : printf(" %9s %6s", "none", "");
    subject->queries ? printf(" %9.0f %6.2f\n", cost->queries, cost->to_queries) : printf("\n");
}

static void print_costs(BOOL json)
{
    struct cost cost;
    int i;

    if (json) printf("  \"calls\": [\n");
    else printf("%-44s %9s %9s %6s %9s %6s\n", "nanoseconds a call", "cycletime", "system", "ratio", "queries", "ratio");
    for (i = 0; i < subject_count; i++) {
        cost = measure_cost(&subjects[i]);
        print_cost(&subjects[i], &cost, json, i + 1 == subject_count);
    }
    if (json) printf("  ],\n");
}

static BOOL print_spins(HMODULE cycletime, BOOL json)
{
    BOOL (WINAPI *cycles)(HANDLE, PULONG64) = (void *)GetProcAddress(cycletime, "QueryThreadCycleTime");
    BOOL (WINAPI *frequency)(PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQueryFrequency");
    ULONG64 rate;
    double error;
    int i;

    if (!cycles || !frequency || !frequency(&rate)) return FALSE;
    if (json) printf("  \"spins\": [\n");
    for (i = 0; i < (int)ARRAYSIZE(spins); i++) {
        error = measure_spin_error(cycles, rate, spins[i], spins[i] > 50 ? 11 : 51);
        if (isnan(error)) return FALSE;
        if (json)
            printf("    { \"ms\": %.1f, \"error_us\": %.2f }%s\n", spins[i], error,
                   i + 1 < (int)ARRAYSIZE(spins) ? "," : "");
        else printf("a spin of %5.1f ms, median error %10.2f us\n", spins[i], error);
    }
    if (json) printf("  ],\n");
    return TRUE;
}

static int bench(HMODULE cycletime, double start_ms, BOOL json, const WCHAR *chart)
{
    if (!calls_open(cycletime)) {
        fprintf(stderr, "cycletime-bench: a function is missing\n");
        return 1;
    }
    target_open();
    if (json) printf("{\n");
    print_costs(json);
    if (!json) printf("\n");
    if (!print_spins(cycletime, json)) return 1;
    if (!json) printf("\n");
    if (!drop_in_print(cycletime, json)) return 1;
    if (!json) printf("\n");
    if (!target_print(cycletime, json)) return 1;
    if (json) printf("  \"load_and_first_call_ms\": %.2f\n}\n", start_ms);
    else printf("loading cycletime.dll and the first call of QueryThreadCycleTime: %.2f ms\n", start_ms);
    calls_close();
    if (!chart || chart_write(chart)) return 0;
    fprintf(stderr, "cycletime-bench: %ls is not drawn: it cannot be written, or the Linux side is not there\n", chart);
    return 1;
}

/* What was printed is in its place, or the program has failed. */
static int finish(int code)
{
    if (!fflush(stdout) && !ferror(stdout)) return code;
    say_unwritten(L"bench", GetLastError());
    return 1;
}

int wmain(int argc, WCHAR **argv)
{
    BOOL (WINAPI *cycles)(HANDLE, PULONG64);
    double begin = measure_now();
    const WCHAR *chart;
    HMODULE cycletime;
    ULONG64 value;
    DWORD code;
    BOOL json;

    if (argc == 2 && !wcscmp(argv[1], L"" DROP_IN_NOTHING)) return DROP_IN_DONE;
    if (argc == 2 && drop_in_ask_first(argv[1], &code)) return (int)code;
    cycletime = load();
    if (!cycletime || !(cycles = (void *)GetProcAddress(cycletime, "QueryThreadCycleTime"))
        || !cycles(GetCurrentThread(), &value)) {
        fprintf(stderr, "cycletime-bench: cycletime.dll is not beside this program, or does not answer\n");
        return 1;
    }
    if (argc == 2 && !wcscmp(argv[1], L"--status")) return finish(!status_print(cycletime));
    json = argc > 1 && !wcscmp(argv[1], L"--json");
    chart = argc == 3 + json && !wcscmp(argv[argc - 2], L"--svg") ? argv[argc - 1] : NULL;
    if (chart || argc == 1 + json) return finish(bench(cycletime, (measure_now() - begin) / 1e6, json, chart));
    fprintf(stderr, "usage: cycletime-bench [--json] [--svg FILE] | --status\n");
    return 2;
}
