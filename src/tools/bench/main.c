/* SPDX-License-Identifier: MIT */
/* Measures the costs of calls and of hooking, and the errors of measurements. */
#include "tools/bench/bench.h"
#include "tools/tools.h"

#include <math.h>

static void print_costs(BOOL json)
{
    const char *separator = "";
    const struct call *call;
    struct cost cost;

    if (json) printf("  \"calls\": [\n");
    else printf("%-44s %9s %9s %6s %9s %6s\n", "nanoseconds a call", "cycletime", "system", "ratio", "queries", "ratio");
    for (call = calls; call < calls + call_count; call++) {
        if (!call->ours) continue;
        cost = measure_cost(call);
        if (json) {
            printf(
                "%s    { \"call\": \"%s\", \"ns\": %.1f, \"system_ns\": %.1f, \"queries_ns\": %.1f, \"to_system\": %.3f, "
                "\"to_queries\": %.3f }",
                separator, call->name, cost.ours, cost.systems, cost.queries, cost.to_systems, cost.to_queries);
            separator = ",\n";
            continue;
        }
        printf("%-44s %9.0f", call->name, cost.ours);
        if (call->alone) printf(" %9.0f %6.2f", cost.systems, cost.to_systems);
        else printf(" %9s", "none");
        if (call->queries) printf(" %*.0f %6.2f", call->alone ? 9 : 16, cost.queries, cost.to_queries);
        printf("\n");
    }
    if (json) printf("\n  ],\n");
}

static BOOL print_spins(BOOL json)
{
    static const double spins[] = { 0.1, 1, 10, 100 };
    const char *separator = "";
    ULONG64 rate;
    double error;
    unsigned i;

    if (!ours.CycletimeQueryFrequency(&rate)) return FALSE;
    if (json) printf("  \"spins\": [\n");
    for (i = 0; i < ARRAYSIZE(spins); i++) {
        error = measure_spin_error(rate, spins[i], spins[i] > 50 ? 11 : 51);
        if (isnan(error)) return FALSE;
        if (json) printf("%s    { \"ms\": %.1f, \"error_us\": %.2f }", separator, spins[i], error);
        else printf("work of %5.1f ms, median error %10.2f us\n", spins[i], error);
        separator = ",\n";
    }
    if (json) printf("\n  ],\n");
    return TRUE;
}

static int run_benchmark(double start_ms, BOOL json, const WCHAR *chart)
{
    const char *between = json ? "" : "\n";
    struct call *call;

    if (!calls_open()) {
        fprintf(stderr, "cycletime-bench: a function is missing\n");
        return 1;
    }
    for (call = calls; call < calls + call_count; call++) /* before hooking */
        if (call->limit > 0 && call->has_answer) call->alone_ns = measure_alone(call->alone);
    if (json) printf("{\n");
    print_costs(json);
    printf("%s", between);
    if (!print_spins(json)) return 1;
    printf("%s", between);
    if (!hook_costs_print(json)) return 1;
    printf("%s", between);
    if (!limits_print(json)) return 1;
    if (json) printf("  \"load_and_first_call_ms\": %.2f\n}\n", start_ms);
    else printf("loading cycletime.dll and the first call of QueryThreadCycleTime: %.2f ms\n", start_ms);
    calls_close();
    if (!chart || chart_write(chart)) return 0;
    fprintf(stderr, "cycletime-bench: %ls is not drawn: it cannot be written, or the Linux side is not there\n", chart);
    return 1;
}

static BOOL read_options(WCHAR *const *arguments, BOOL *json, const WCHAR **chart)
{
    for (; *arguments; arguments++)
        if (!wcscmp(*arguments, L"--json")) *json = TRUE;
        else if (!wcscmp(*arguments, L"--svg") && arguments[1]) *chart = *++arguments;
        else return FALSE;
    return TRUE;
}

/* The program fails if its output could not be written. */
int wmain(int argc, WCHAR **argv)
{
    BOOL (WINAPI *cycles)(HANDLE, PULONG64);
    const double begin = measure_now();
    const WCHAR *chart = NULL;
    HMODULE cycletime = NULL;
    char path[CALL_PATH];
    ULONG64 value;
    double start_ms;
    DWORD code;
    BOOL json = FALSE;
    int status;

    if (argc == 2 && !wcscmp(argv[1], L"" HOOK_COSTS_NOTHING)) return HOOK_COSTS_DONE;
    if (argc == 3 && !wcscmp(argv[1], CALL_WAIT)) call_wait(argv[2]);
    if (argc == 2 && hook_costs_ask_first(argv[1], &code)) return (int)code;
    if (call_find_file(NULL, "cycletime.dll", path)) cycletime = LoadLibraryA(path);
    cycles = cycletime ? (void *)GetProcAddress(cycletime, "QueryThreadCycleTime") : NULL;
    if (!cycles || !cycles(GetCurrentThread(), &value) || !calls_find(cycletime)) {
        fprintf(stderr, "cycletime-bench: cycletime.dll is not beside this program, or does not answer\n");
        return 1;
    }
    start_ms = (measure_now() - begin) / 1e6;
    if (argc == 2 && !wcscmp(argv[1], L"--status")) status = status_print();
    else if (read_options(argv + (argc > 0), &json, &chart)) status = run_benchmark(start_ms, json, chart);
    else {
        fprintf(stderr, "usage: cycletime-bench [--json] [--svg FILE] | --status\n");
        return 125;
    }
    if (!fflush(stdout) && !ferror(stdout)) return status;
    output_report_failure(L"bench", GetLastError());
    return 1;
}
