/* SPDX-License-Identifier: MIT */
/* The words of CYCLETIME_RUN, and what cannot be hooked. */
#include "children.h"

#include <string.h>

TEST(the_functions_that_create_processes_are_the_systems)
{
    struct outcome alone, launched;

    run_family(NULL, L"functions", &alone);
    run_family(L"must", L"functions", &launched);
    assert_int_equal(strncmp(launched.out, "hooked\n", 7), 0);
    assert_int_equal(strncmp(alone.out, "plain\n", 6), 0);
    assert_string_equal(launched.out + 7, alone.out + 6);
    assert_int_equal(count_of(&alone, ": another"), 0);
    outcome_free(&alone);
    outcome_free(&launched);
}

TEST(without_children_none_is_hooked)
{
    assert_prints(L"must no-children", L"chain 2",
                  "2: hooked\n1: plain\n0: plain\nthe child ends with 0x0\nthe child ends with 0x0\n");
}

TEST(by_default_the_queries_of_ntdll_are_ours_in_children_too)
{
    assert_int_equal(count_in_family(NULL, L"queries 1", "the system's queries\n"), 2);
    assert_int_equal(count_in_family(L"must", L"queries 1", "another's queries\n"), 2);
}

TEST(with_no_nt_the_queries_of_ntdll_are_the_systems_in_children_too_and_the_rest_is_hooked)
{
    assert_int_equal(count_in_family(L"must no-nt", L"queries 2", "the system's queries\n"), 3);
    assert_int_equal(count_in_family(L"must no-nt", L"chain 2", ": hooked\n"), 3);
}

TEST(words_may_be_combined_and_those_that_are_unknown_do_nothing)
{
    assert_prints(L"verbose  other no-children", L"chain 1", "1: hooked\n0: plain\nthe child ends with 0x0\n");
}

/* A program that is linked with a cycletime.dll that is really LIBRARY. */
static const WCHAR *linked_with(const WCHAR *library)
{
    copy_to_scratch(library, L"cycletime.dll");
    return copy_to_scratch(L"linked.exe", L"linked.exe");
}

static void run_linked_child(const WCHAR *library, struct outcome *outcome)
{
    run_family(L"must", format_line(L"run \"%ls\"", linked_with(library)), outcome);
    assert_int_equal(outcome->code, 0);
    assert_int_equal(count_of(outcome, "the child ends with 0x0\n"), 1);
}

static void assert_child_runs_as_it_is(const WCHAR *library)
{
    struct outcome outcome;

    run_linked_child(library, &outcome);
    assert_int_equal(count_of(&outcome, "copies-hooked 0 "), 1);
    outcome_free(&outcome);
}

TEST(a_child_with_a_library_of_another_version_runs_as_it_is)
{
    assert_child_runs_as_it_is(L"outdated.dll");
}

TEST(a_child_that_cannot_be_hooked_runs_as_it_is)
{
    assert_child_runs_as_it_is(L"stillborn.dll");
}

TEST(a_child_that_is_linked_with_cycletime_is_hooked_by_its_own_copy)
{
    struct outcome outcome;

    run_linked_child(L"cycletime.dll", &outcome);
    assert_int_equal(count_of(&outcome, "copies-count 1 0 1"), 1);
    assert_int_equal(count_of(&outcome, "copies-hooked 1 "), 1);
    outcome_free(&outcome);
}

TEST(a_program_that_must_be_hooked_and_cannot_does_not_run)
{
    struct outcome outcome;

    launch(linked_with(L"stillborn.dll"), L"", &outcome);
    assert_int_equal(outcome.code, 125);
    assert_int_equal(outcome.out_length, 0);
    outcome_free(&outcome);
    launch_with(L"", linked_with(L"stillborn.dll"), L"", &outcome);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(count_of(&outcome, "copies-hooked 0 "), 1);
    outcome_free(&outcome);
}
