/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, one for each call path, hooked and alone. */
#include "pe.h"
#include "plain_truth.h"

#include <stdio.h>
#include <string.h>

struct call_path {
    const WCHAR *program;
    const char *needs;     /* an API set that not every system has */
    const char *who[3];
};

/* For each program its name in a test, its file, the API set that it needs, and the ways that it reports. */
#define CALL_PATHS(X) \
    X("that_imports_from_kernelbase", L"plain_kernelbase.exe", NULL, "import") \
    X("that_imports_from_the_first_api_sets", L"plain_set_0.exe", "api-ms-win-core-realtime-l1-1-0.dll", "import") \
    X("that_imports_from_the_second_api_sets", L"plain_set_1.exe", "api-ms-win-core-realtime-l1-1-1.dll", "import") \
    X("that_imports_from_the_third_api_sets", L"plain_set_2.exe", "api-ms-win-core-realtime-l1-1-2.dll", "import") \
    X("that_looks_in_the_first_api_sets", L"plain_sets.exe", "api-ms-win-core-realtime-l1-1-0.dll", "set-0") \
    X("that_looks_in_the_second_api_sets", L"plain_sets.exe", "api-ms-win-core-realtime-l1-1-1.dll", "set-1") \
    X("that_looks_in_the_third_api_sets", L"plain_sets.exe", "api-ms-win-core-realtime-l1-1-2.dll", "set-2") \
    X("that_looks_the_ordinals_up", L"plain_ordinal.exe", NULL, "kernel32", "kernelbase") \
    X("that_reads_the_export_tables_itself", L"plain_walk.exe", NULL, "kernel32", "kernelbase") \
    X("that_asks_ntdll_for_the_functions", L"plain_loader.exe", NULL, "kernel32", "kernelbase") \
    X("that_delays_imports_from_kernel32", L"plain_delay_kernel32.exe", NULL, "import") \
    X("that_delays_imports_from_kernelbase", L"plain_delay_kernelbase.exe", NULL, "import") \
    X("whose_dll_imports_from_kernel32", L"plain_using_bound.exe", NULL, "library") \
    X("whose_dll_imports_from_kernelbase", L"plain_using_bound_kernelbase.exe", NULL, "library") \
    X("that_loads_a_dll_which_imports_from_kernel32", L"plain_late_bound.exe", NULL, "library") \
    X("that_loads_a_dll_which_imports_from_kernelbase", L"plain_late_bound_kernelbase.exe", NULL, "library") \
    X("whose_dll_reserves_all_memory_below_12_gib", L"plain_using_crowded.exe", NULL, "library") \
    X("whose_dll_used_its_delayed_imports_while_it_was_loaded", L"plain_using_early_delay.exe", NULL, "library") \
    X("whose_dll_kept_kernel32s_functions_from_before", L"plain_using_early.exe", NULL, "kernel32")

static const struct call_path *path_of(void **state)
{
    const struct call_path *path = *state;

    if (path->needs && !LoadLibraryA(path->needs)) SKIP_BECAUSE("this system lacks the API set");
    return path;
}

#define ON_PATH(name, test, program, needs, ...) \
    { "a_program_" name, test, NULL, NULL, &(struct call_path){ program, needs, { __VA_ARGS__ } } },
#define HOOKED(what, ...) \
    ON_PATH(what "_gets_correct_times_when_it_is_hooked", gets_correct_times_when_it_is_hooked, __VA_ARGS__)
#define ALONE(what, ...) \
    ON_PATH(what "_meets_the_systems_fault_without_cycletime", meets_the_systems_fault_without_cycletime, __VA_ARGS__)

TEST_CASES(gets_correct_times_when_it_is_hooked, CALL_PATHS(HOOKED))
{
    const struct call_path *path = path_of(state);

    assert_correct_times_at(beside(path->program), path->who);
}

TEST_CASES(meets_the_systems_fault_without_cycletime, CALL_PATHS(ALONE))
{
    const struct call_path *path = path_of(state);
    size_t i;

    for (i = 0; path->who[i]; i++) assert_fault_without_cycletime(beside(path->program), path->who[i]);
}

/* kernelbase has no slots of its own that could lead to ours. */
TEST(kernelbases_functions_that_were_kept_from_before_hooking_are_still_the_systems)
{
    struct said cycles;
    const struct outcome *outcome;

    if (!is_wine()) SKIP_BECAUSE("only Wine's kernelbase is distinguished by its answers");
    assert_fault_without_cycletime(beside(L"plain_using_early.exe"), "kernelbase");
    outcome = plain_run(L"plain_using_early.exe", TRUE);
    cycles = said(outcome, "kernelbase", "thread-cycles");
    assert_int_equal(cycles.done, FALSE);
    assert_int_equal(cycles.error, ERROR_CALL_NOT_IMPLEMENTED);
}

/* Not bound, only looked at. */
static const char *imported_from(const WCHAR *file)
{
    HMODULE module = LoadLibraryExW(beside(file), NULL, DONT_RESOLVE_DLL_REFERENCES);

    assert_non_null(module);
    return pe_imports_from(module, "QueryThreadCycleTime");  /* and left there, with the name */
}

TEST(the_programs_go_the_ways_that_they_are_named_for)
{
    static const WCHAR *const elsewhere[] = {
        L"plain_sets.exe", L"plain_ordinal.exe", L"plain_walk.exe", L"plain_loader.exe", L"plain_delay_kernel32.exe",
        L"plain_delay_kernelbase.exe", L"plain_using_bound.exe", L"plain_late_bound.exe", L"early.dll",
        L"early_delay.dll" };
    size_t i;

    assert_string_equal(imported_from(L"plain_kernelbase.exe"), "kernelbase.dll");
    assert_string_equal(imported_from(L"plain_set_0.exe"), "api-ms-win-core-realtime-l1-1-0.dll");
    assert_string_equal(imported_from(L"plain_set_1.exe"), "api-ms-win-core-realtime-l1-1-1.dll");
    assert_string_equal(imported_from(L"plain_set_2.exe"), "api-ms-win-core-realtime-l1-1-2.dll");
    assert_string_equal(imported_from(L"bound.dll"), "KERNEL32.dll");
    assert_string_equal(imported_from(L"bound_kernelbase.dll"), "kernelbase.dll");
    for (i = 0; i < ARRAYSIZE(elsewhere); i++) assert_null(imported_from(elsewhere[i]));
}

/* As an unhooked system numbers them. */
static size_t add_ordinal(char *text, const struct pe_exports *exports, const char *name)
{
    DWORD i;

    for (i = 0; i < exports->name_count; i++)
        if (!strcmp(exports->names[i], name)) return sprintf(text, "%u ", exports->ordinals[i]);
    return 0;
}

static int report_ordinals(void **state)
{
    static const char *const modules[] = { "kernel32", "kernelbase" };
    static const char *const names[] = {
        "QueryThreadCycleTime", "QueryProcessCycleTime", "GetThreadTimes", "GetProcessTimes" };
    struct pe_exports exports;
    char text[128];
    size_t length = 0, i, name;

    (void)state;
    for (i = 0; i < ARRAYSIZE(modules); i++) {
        exports = pe_read_exports(GetModuleHandleA(modules[i]));
        for (name = 0; name < ARRAYSIZE(names); name++) length += add_ordinal(text + length, &exports, names[name]);
    }
    return !SetEnvironmentVariableA("ORDINALS", text);
}

static int tear_down(void **state)
{
    (void)state;
    return !SetEnvironmentVariableA("ORDINALS", NULL);
}

ALL_BETWEEN(report_ordinals, tear_down)
