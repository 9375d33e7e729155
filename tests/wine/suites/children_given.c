/* SPDX-License-Identifier: MIT */
/* Children get the same from their parents as without hooks. */
#include "children.h"

SAME_TEST(redirected_handles_arrive_and_end_with_the_child, L"streams", 0)
SAME_TEST(only_the_handles_asked_for_are_inherited, L"handles", 2)
SAME_TEST(creating_children_leaves_no_handles_behind, L"leak", 0)
SAME_TEST(a_child_is_in_its_parents_job, L"job", 1)
SAME_TEST(a_child_that_breaks_away_from_its_parents_job_is_in_none, L"job-left", 1)
SAME_TEST(a_jobs_limit_of_two_processes_leaves_room_for_a_child, L"job-limit 2", 1)

/* Wine lets the child be, Windows does not. */
TEST(a_jobs_limit_of_one_process_is_as_without)
{
    assert_same_but_hooked(L"job-limit 1", count_in_family(NULL, L"job-limit 1", "plain"));
}

TEST(the_current_directory_arrives)
{
    assert_same_but_hooked(format_line(L"directory \"%ls\"", scratch()), 1);
    assert_same_but_hooked(L"directory C:\\windows", 1);
}

TEST(consoles_and_priorities_are_as_without)
{
    static const DWORD flags[] = { 0, CREATE_NEW_CONSOLE, DETACHED_PROCESS, CREATE_NO_WINDOW,
                                   BELOW_NORMAL_PRIORITY_CLASS | CREATE_NEW_PROCESS_GROUP };
    size_t i;

    for (i = 0; i < ARRAYSIZE(flags); i++) assert_same_but_hooked(format_line(L"flags 0x%lx %d", flags[i], i & 1), 1);
}

TEST(exit_codes_of_children_are_theirs)
{
    static const WCHAR *const codes[] = { L"0", L"1", L"259", L"0xC0000005" };
    size_t i;

    for (i = 0; i < ARRAYSIZE(codes); i++)
        assert_same_but_hooked(format_line(L"run \"\" \"\\\"%ls\\\" exit %ls\"", beside(L"family.exe"), codes[i]), 0);
}
