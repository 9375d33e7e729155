/* SPDX-License-Identifier: MIT */
/* Programs that have cycletime in them already, when they are hooked. */
#include "plain_truth.h"
#include "pe.h"

#include <string.h>
#include <wchar.h>

enum { FAILED = 125 };

static void assert_one_shared_copy(const WCHAR *path)
{
    const struct outcome *outcome = plain_run_at(path, TRUE);
    struct said again;

    assert_int_equal(said(outcome, "copies", "count").value, 1);
    assert_true(said(outcome, "copies", "beside").done);
    assert_true(said(outcome, "copies", "hooked").done);
    again = said(outcome, "hook", "again");
    assert_int_equal(again.done, TRUE);
    assert_int_equal(again.error, 1234);
    assert_int_equal(again.value, said(outcome, "copies", "hooked").value);
}

TEST(a_program_linked_with_the_dll_gets_correct_times_by_it)
{
    assert_string_equal(pe_imports_from(LoadLibraryExW(beside(L"linked_dll.exe"), NULL, DONT_RESOLVE_DLL_REFERENCES),
                                        "QueryThreadCycleTime"), "cycletime.dll");
    assert_correct_times(L"linked_dll.exe", "import");
}

TEST(a_hooked_program_linked_with_the_dll_has_it_once_and_hooking_again_changes_nothing)
{
    assert_one_shared_copy(beside(L"linked_dll.exe"));
}

TEST(a_program_that_brings_the_dll_along_shares_its_copy)
{
    copy_to_scratch(L"cycletime.dll", L"cycletime.dll");
    assert_one_shared_copy(copy_to_scratch(L"linked_dll.exe", L"linked_dll.exe"));
}

TEST(nothing_is_hooked_until_the_program_installs_hooks)
{
    const struct outcome *outcome;
    struct said hooked;

    if (!is_wine()) SKIP_BECAUSE("hooks are reported by what Wine lacks");
    outcome = plain_run(L"linked_dll.exe", FALSE);
    hooked = said(outcome, "copies", "hooked");
    assert_int_equal(hooked.done, FALSE);
    assert_int_equal(said(outcome, "hook", "again").done, TRUE);
    assert_true(said(outcome, "hook", "again").value != hooked.value);
}

/* The program is not linked with the DLL, since that would keep it loaded as well. */
TEST(after_hooking_the_dll_stays_however_often_it_is_freed)
{
    const struct outcome *outcome = plain_run(L"linked_static.exe", TRUE);

    assert_true(said(outcome, "loaded", "pinned").done);
}

TEST(a_program_with_the_static_library_keeps_its_own_functions_and_gets_correct_times)
{
    const struct outcome *outcome;

    assert_correct_times(L"linked_static.exe", "own");
    outcome = plain_run(L"linked_static.exe", TRUE);
    assert_true(said(outcome, "own", "within").done);
    assert_true(said(outcome, "copies", "hooked").done);
}

TEST(a_program_that_loads_the_dll_by_its_name_gets_the_one_that_hooked_it)
{
    const struct outcome *outcome;

    copy_to_scratch(L"cycletime.dll", L"cycletime.dll");
    outcome = plain_run_at(copy_to_scratch(L"linked_static.exe", L"linked_static.exe"), TRUE);
    assert_true(said(outcome, "loaded", "by-name").done);
    assert_int_equal(said(outcome, "copies", "count").value, 1);
    assert_false(said(outcome, "copies", "beside").done);
}

/* A program that brings another version along. */
static void launch_other_version(const WCHAR *words, struct outcome *outcome)
{
    copy_to_scratch(L"outdated.dll", L"cycletime.dll");
    launch_with(words, copy_to_scratch(L"linked.exe", L"linked.exe"), L"", outcome);
}

TEST(a_program_with_another_version_of_the_dll_that_must_be_hooked_is_not_run)
{
    struct outcome outcome;

    launch_other_version(L"must", &outcome);
    assert_int_equal(outcome.code, FAILED);
    assert_int_equal(outcome.out_length, 0);
    outcome_free(&outcome);
}

TEST(a_program_with_another_version_that_may_be_without_runs_with_that)
{
    struct outcome outcome;

    launch_other_version(L"", &outcome);
    assert_ended_well(&outcome);
    assert_int_equal(said(&outcome, "version", "of-dll").value, CYCLETIME_PROJECT_VERSION + 1);
    assert_int_equal(said(&outcome, "copies", "count").value, 1);
    assert_true(said(&outcome, "copies", "beside").done);
    if (is_wine()) assert_false(said(&outcome, "copies", "hooked").done);
    said(&outcome, "", "ended");
    outcome_free(&outcome);
}

TEST(no_function_that_is_in_place_reaches_another_that_is)
{
    static const char *const some[] = { "GetProcessTimes", "QueryIdleProcessorCycleTime" };
    const struct outcome *outcome = plain_run(L"plain_trap.exe", TRUE);
    size_t i;

    if (strstr(outcome->out, "trapped")) print_error("%s", strstr(outcome->out, "trapped"));
    assert_null(strstr(outcome->out, "trapped"));
    for (i = 0; i < ARRAYSIZE(some); i++) said(outcome, "returned", some[i]);
}

static void look(void *context, const char *from, const char *name, PVOID *slot)
{
    (void)from;
    (void)slot;
    if (!name) return;
    if (!GetProcAddress(GetModuleHandleW(L"cycletime.dll"), name)) return;
    print_error("the DLL imports %s\n", name);
    ++*(int *)context;
}

TEST(the_dll_imports_nothing_that_it_puts_in_place)
{
    int wrong = 0;

    pe_visit_imports(LoadLibraryW(beside(L"cycletime.dll")), look, &wrong);
    assert_int_equal(wrong, 0);
}
