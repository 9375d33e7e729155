/* SPDX-License-Identifier: MIT */
/* Children get the same from their parents as without hooks. */
#include "children.h"

#include <wchar.h>

#define GIVEN_TEST(name, arguments, hooked) TEST(name) { assert_same_but_hooked(arguments, hooked); }

GIVEN_TEST(redirected_handles_arrive_and_end_with_the_child, L"streams", 0)
GIVEN_TEST(only_the_handles_asked_for_are_inherited, L"handles", 2)
GIVEN_TEST(creating_children_leaves_no_handles_behind, L"leak", 0)
GIVEN_TEST(a_child_is_in_its_parents_job, L"job", 1)
GIVEN_TEST(a_child_that_breaks_away_from_its_parents_job_is_in_none, L"job-left", 1)
GIVEN_TEST(a_jobs_limit_of_two_processes_leaves_room_for_a_child, L"job-limit 2", 1)

/* Wine lets the child be, Windows does not. */
TEST(a_jobs_limit_of_one_process_is_as_without)
{
    struct outcome outcome;
    unsigned children;

    run_family(NULL, L"job-limit 1", &outcome);
    children = count_of(&outcome, "plain");
    outcome_free(&outcome);
    assert_same_but_hooked(L"job-limit 1", children);
}

TEST(the_current_directory_arrives)
{
    WCHAR arguments[2 * MAX_PATH];

    _snwprintf(arguments, ARRAYSIZE(arguments), L"directory \"%ls\"", scratch());
    assert_same_but_hooked(arguments, 1);
    assert_same_but_hooked(L"directory C:\\windows", 1);
}

static void assert_flags_arrive(DWORD flags)
{
    WCHAR arguments[32];
    int inherit;

    for (inherit = 0; inherit < 2; inherit++) {
        _snwprintf(arguments, ARRAYSIZE(arguments), L"flags 0x%lx %d", flags, inherit);
        assert_same_but_hooked(arguments, 1);
    }
}

TEST(a_child_without_flags_is_as_without)
{
    assert_flags_arrive(0);
}

TEST(a_child_with_a_new_console_is_as_without)
{
    assert_flags_arrive(CREATE_NEW_CONSOLE);
}

TEST(a_detached_child_is_as_without)
{
    assert_flags_arrive(DETACHED_PROCESS);
}

TEST(a_child_without_a_window_is_as_without)
{
    assert_flags_arrive(CREATE_NO_WINDOW);
}

TEST(a_child_of_another_priority_is_as_without)
{
    assert_flags_arrive(BELOW_NORMAL_PRIORITY_CLASS | CREATE_NEW_PROCESS_GROUP);
}

TEST(exit_codes_of_children_are_theirs)
{
    static const WCHAR *const codes[] = { L"0", L"1", L"259", L"0xC0000005" };
    WCHAR arguments[2 * MAX_PATH];
    size_t i;

    for (i = 0; i < ARRAYSIZE(codes); i++) {
        _snwprintf(arguments, ARRAYSIZE(arguments), L"run \"\" \"\\\"%ls\\\" exit %ls\"", beside(L"family.exe"), codes[i]);
        assert_same_but_hooked(arguments, 0);
    }
}

int given_tests(void)
{
    return RUN_TESTS("what children are given", NULL, NULL);
}
