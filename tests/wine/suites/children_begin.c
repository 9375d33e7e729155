/* SPDX-License-Identifier: MIT */
/* Children begin when and how their parents say. */
#include "children.h"

TEST(a_child_wanted_suspended_stays_so_with_nothing_run_and_is_hooked_when_resumed)
{
    struct outcome outcome;

    run_family(NULL, L"suspended", &outcome);
    assert_int_equal(count_of(&outcome, "it was suspended 1 times, is now once more, and then as before: 2\n"), 2);
    assert_int_equal(count_of(&outcome, "its DLL_PROCESS_ATTACH"), 1);
    outcome_free(&outcome);
    assert_same_but_hooked(L"suspended", 1);
}

SAME_TEST(a_suspended_child_runs_its_creators_apc_too, L"apc", 1)
SAME_TEST(a_suspended_child_can_be_ended_before_it_ran, L"unresumed", 0)

static void assert_debugged(DWORD flags, int descendants)
{
    assert_same_but_hooked(format_line(L"debug 0x%lx %d", flags, descendants), 1 + descendants);
}

TEST(a_debugged_child_is_hooked)
{
    assert_debugged(DEBUG_PROCESS, 0);
}

TEST(a_debugged_child_and_its_children_are_hooked)
{
    assert_debugged(DEBUG_PROCESS, 2);
}

TEST(a_child_that_only_itself_is_debugged_and_its_children_are_hooked)
{
    assert_debugged(DEBUG_ONLY_THIS_PROCESS, 0);
    assert_debugged(DEBUG_ONLY_THIS_PROCESS, 2);
}

TEST(a_debugged_child_wanted_suspended_is_hooked_when_resumed)
{
    assert_debugged(DEBUG_PROCESS | CREATE_SUSPENDED, 0);
}
