/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that looks for functions which this system may lack. */
#include "export_list_text.h"
#include "plain_truth.h"
#include "processor_times.h"

#include <stdio.h>
#include <string.h>

static struct export_list_line export_list[EXPORT_LIST_LINES];
static size_t export_list_count;

static BOOL is_windows(const struct export_list_line *line)
{
    return line->in_kernel32 || line->in_kernelbase;
}

static int set_up(void **state)
{
    static char names[4096];
    size_t i;

    (void)state;
    export_list_count = export_list_read(export_list);
    for (i = 0; i < export_list_count; i++)
        if (is_windows(&export_list[i]) && strlen(names) + sizeof export_list[i].name < sizeof names)
            strcat(strcat(names, export_list[i].name), " ");
    return !*names || !SetEnvironmentVariableA("NAMES", names);
}

static int tear_down(void **state)
{
    (void)state;
    return !SetEnvironmentVariableA("NAMES", NULL);
}

/* A name that is not in the export list is found only if the system has it. */
static size_t wrongly_found(const struct outcome *outcome, const char *module, const char *name, BOOL in_export_list)
{
    const BOOL expected = in_export_list || GetProcAddress(GetModuleHandleA(module), name);
    const BOOL found = said(outcome, module, name).done;

    if (found != expected) print_error("%s in %s: %d\n", name, module, found);
    return found != expected;
}

TEST(the_hooked_program_finds_the_exported_functions_where_windows_has_them)
{
    const struct outcome *outcome;
    size_t i, wrong = 0, windows = 0;

    outcome = plain_run(L"plain_newer.exe", TRUE);
    for (i = 0; i < export_list_count; i++) {
        if (!is_windows(&export_list[i])) continue;
        windows++;
        wrong += wrongly_found(outcome, "kernel32", export_list[i].name, export_list[i].in_kernel32);
        wrong += wrongly_found(outcome, "kernelbase", export_list[i].name, export_list[i].in_kernelbase);
    }
    assert_true(windows >= 15);
    assert_int_equal(wrong, 0);
}

/* In 100 ns, of the first processor. The unixlib counts waiting for a disk as idle too, which Wine does not. */
static ULONG64 idle_of_first(void)
{
    struct processor_times times[GROUP_PROCESSORS];
    char text[4096] = "", *second_line;
    ULONG64 idle, waiting;
    DWORD got = 0;
    HANDLE file;

    system_processor_times(times);
    if (!with_unixlib()) return times[0].idle;
    file = CreateFileW(L"\\\\?\\unix\\proc\\stat", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0,
                       NULL);
    assert_true(file != INVALID_HANDLE_VALUE);
    assert_true(ReadFile(file, text, sizeof text - 1, &got, NULL));
    CloseHandle(file);
    assert_non_null(second_line = strchr(text, '\n'));
    assert_int_equal(sscanf(second_line, "\ncpu%*u %*u %*u %*u %llu %llu", &idle, &waiting), 2);
    return (idle + waiting) * STEP;
}

TEST(the_hooked_program_gets_correct_times_by_what_it_finds)
{
    static const char *const modules[] = { "kernel32", "kernelbase" };
    ULONG64 counter_before = counter(), counter_after, before, after;
    const struct outcome *outcome;
    struct said answer;
    size_t i;

    if (!is_wine()) SKIP_BECAUSE("the answers are others");
    before = idle_of_first();
    outcome = plain_run(L"plain_newer.exe", TRUE);
    after = idle_of_first();
    counter_after = counter();
    for (i = 0; i < ARRAYSIZE(modules); i++) {
        assert_idle(said(outcome, modules[i], "idle"), before, after);
        assert_idle(said(outcome, modules[i], "idle-of-group"), before, after);
        answer = said(outcome, modules[i], "system");
        assert_int_equal(answer.done, with_unixlib());
        assert_int_equal(answer.error, with_unixlib() ? 0 : ERROR_NOT_SUPPORTED);
        if (!with_unixlib()) assert_int_equal(answer.value, 0);
    }
    answer = said(outcome, "kernelbase", "precise");
    assert_int_equal(answer.done, TRUE);
    assert_int_equal(answer.error, 0);
    assert_in_range(answer.value, counter_before, counter_after);
}

/* Shows that the program has the fault without hooking. */
TEST(the_program_that_looks_for_them_meets_the_systems_lack_or_zeros_alone)
{
    const struct outcome *outcome;
    struct said idle;

    if (!is_wine()) SKIP_BECAUSE("the lack is Wine's");
    outcome = plain_run(L"plain_newer.exe", FALSE);
    assert_int_equal(said(outcome, "kernel32", "GetProcessorSystemCycleTime").done, FALSE);
    idle = said(outcome, "kernel32", "idle-of-group");
    assert_int_equal(idle.done, said(outcome, "kernel32", "QueryIdleProcessorCycleTimeEx").done);
    if (idle.value) SKIP_BECAUSE("this Wine counts idle cycles");
}

ALL_BETWEEN(set_up, tear_down)
