/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, one for each call path, hooked and alone. */
#include "pe.h"
#include "plain_truth.h"
#include "call_paths.h"

#include <stdio.h>
#include <string.h>

static const struct call_path {
    const char *what;      /* a program ... */
    const WCHAR *program;
    const char *who[3];
    const char *needs;     /* an API set that not every system has */
} paths[] = {
    { "that_imports_from_kernelbase", L"plain_kernelbase.exe", { "import" }, NULL },
    { "that_imports_from_the_first_api_sets", L"plain_set_0.exe", { "import" }, "api-ms-win-core-realtime-l1-1-0.dll" },
    { "that_imports_from_the_second_api_sets", L"plain_set_1.exe", { "import" }, "api-ms-win-core-realtime-l1-1-1.dll" },
    { "that_imports_from_the_third_api_sets", L"plain_set_2.exe", { "import" }, "api-ms-win-core-realtime-l1-1-2.dll" },
    { "that_looks_in_the_first_api_sets", L"plain_sets.exe", { "set-0" }, "api-ms-win-core-realtime-l1-1-0.dll" },
    { "that_looks_in_the_second_api_sets", L"plain_sets.exe", { "set-1" }, "api-ms-win-core-realtime-l1-1-1.dll" },
    { "that_looks_in_the_third_api_sets", L"plain_sets.exe", { "set-2" }, "api-ms-win-core-realtime-l1-1-2.dll" },
    { "that_looks_the_ordinals_up", L"plain_ordinal.exe", { "kernel32", "kernelbase" }, NULL },
    { "that_reads_the_export_tables_itself", L"plain_walk.exe", { "kernel32", "kernelbase" }, NULL },
    { "that_asks_ntdll_for_the_functions", L"plain_loader.exe", { "kernel32", "kernelbase" }, NULL },
    { "that_delays_imports_from_kernel32", L"plain_delay_kernel32.exe", { "import" }, NULL },
    { "that_delays_imports_from_kernelbase", L"plain_delay_kernelbase.exe", { "import" }, NULL },
    { "whose_dll_imports_from_kernel32", L"plain_using_bound.exe", { "library" }, NULL },
    { "whose_dll_imports_from_kernelbase", L"plain_using_bound_kernelbase.exe", { "library" }, NULL },
    { "that_loads_a_dll_which_imports_from_kernel32", L"plain_late_bound.exe", { "library" }, NULL },
    { "that_loads_a_dll_which_imports_from_kernelbase", L"plain_late_bound_kernelbase.exe", { "library" }, NULL },
    { "whose_dll_reserves_all_memory_below_12_gib", L"plain_using_crowded.exe", { "library" }, NULL },
    { "whose_dll_used_its_delayed_imports_while_it_was_loaded", L"plain_using_early_delay.exe", { "library" }, NULL },
    { "whose_dll_kept_kernel32s_functions_from_before", L"plain_using_early.exe", { "kernel32" }, NULL },
};

static const struct call_path *path_of(void **state)
{
    const struct call_path *path = *state;

    if (path->needs && !LoadLibraryA(path->needs)) SKIP_BECAUSE("this system lacks the API set");
    return path;
}

static void gets_correct_times_when_it_is_hooked(void **state)
{
    const struct call_path *path = path_of(state);
    size_t count = 0;

    while (path->who[count]) count++;
    assert_correct_times(path->program, path->who, count);
}

static void meets_the_systems_fault_without_cycletime(void **state)
{
    const struct call_path *path = path_of(state);
    size_t i;

    for (i = 0; path->who[i]; i++) assert_fault_without_cycletime(path->program, path->who[i]);
}

/* kernelbase has no slots of its own that could lead to ours. */
static void kernelbases_functions_that_were_kept_from_before_hooking_are_still_the_systems(void **state)
{
    struct said cycles;
    struct outcome outcome;

    (void)state;
    if (!is_wine()) SKIP_BECAUSE("only Wine's kernelbase is distinguished by its answers");
    assert_fault_without_cycletime(L"plain_using_early.exe", "kernelbase");
    plain_run(L"plain_using_early.exe", TRUE, &outcome);
    cycles = said(&outcome, "kernelbase", "thread-cycles");
    outcome_free(&outcome);
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

static void the_programs_go_the_ways_that_they_are_named_for(void **state)
{
    static const WCHAR *const elsewhere[] = {
        L"plain_sets.exe", L"plain_ordinal.exe", L"plain_walk.exe", L"plain_loader.exe", L"plain_delay_kernel32.exe",
        L"plain_delay_kernelbase.exe", L"plain_using_bound.exe", L"plain_late_bound.exe", L"early.dll",
        L"early_delay.dll" };
    size_t i;

    (void)state;
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

int unaware_tests(void)
{
    static struct CMUnitTest tests[2 * ARRAYSIZE(paths) + 2];
    static char names[ARRAYSIZE(paths)][2][160];
    size_t i;

    for (i = 0; i < ARRAYSIZE(paths); i++) {
        sprintf(names[i][0], "a_program_%s_gets_correct_times_when_it_is_hooked", paths[i].what);
        sprintf(names[i][1], "a_program_%s_meets_the_systems_fault_without_cycletime", paths[i].what);
        tests[2 * i] = (struct CMUnitTest)
            { names[i][0], gets_correct_times_when_it_is_hooked, NULL, NULL, (void *)&paths[i] };
        tests[2 * i + 1] = (struct CMUnitTest){ names[i][1], meets_the_systems_fault_without_cycletime, NULL, NULL,
                                                (void *)&paths[i] };
    }
    tests[2 * i] = (struct CMUnitTest)
        cmocka_unit_test(kernelbases_functions_that_were_kept_from_before_hooking_are_still_the_systems);
    tests[2 * i + 1] = (struct CMUnitTest)cmocka_unit_test(the_programs_go_the_ways_that_they_are_named_for);
    return cmocka_run_group_tests_name("unaware programs", tests, report_ordinals, tear_down);
}
