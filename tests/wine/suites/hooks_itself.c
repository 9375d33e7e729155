/* SPDX-License-Identifier: MIT */
/* Children of a program that hooks itself with CYCLETIME_HOOK_CHILDREN. */
#include "cycletime.h"
#include "run_process.h"
#include "support.h"

static unsigned count_with(ULONG flags, const WCHAR *what, const char *text)
{
    struct outcome outcome;
    struct program program;
    const WCHAR *line = format_line(L"hooks_itself_program %lu \"%ls\" %ls 2", flags, beside(L"family.exe"), what);
    unsigned count;

    program_start(&program, beside(L"hooks_itself_program.exe"), line, NULL, NULL);
    program_finish(&program, NULL, 0, &outcome);
    count = count_of(&outcome, text);
    assert_ended_well(&outcome);
    outcome_free(&outcome);
    return count;
}

TEST(children_and_their_children_are_hooked_where_the_unixlib_is)
{
    assert_int_equal(count_with(CYCLETIME_HOOK_CHILDREN, L"chain", with_unixlib() ? "hooked" : "plain"), 3);
}

TEST(children_run_as_they_are_without_the_flag)
{
    assert_int_equal(count_with(0, L"chain", "plain"), 3);
}

TEST(the_last_error_tells_that_children_will_not_be_hooked)
{
    assert_int_equal(count_with(0, L"chain", "last error 1234"), 1);
    assert_int_equal(count_with(CYCLETIME_HOOK_CHILDREN, L"chain",
                                with_unixlib() ? "last error 1234" : "last error 50"), 1);
}

TEST(the_other_flags_are_theirs_too)
{
    const ULONG flags = CYCLETIME_HOOK_CHILDREN | CYCLETIME_HOOK_VERBOSE | CYCLETIME_HOOK_NO_NT;

    assert_int_equal(count_with(flags, L"chain", with_unixlib() ? "hooked" : "plain"), 3);
    assert_int_equal(count_with(flags, L"queries", "the system's queries"), 3);
    assert_int_equal(count_with(CYCLETIME_HOOK_CHILDREN, L"queries",
                                with_unixlib() ? "another's queries" : "the system's queries"), 3);
}
