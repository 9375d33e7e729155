/* SPDX-License-Identifier: MIT */
/* Children of a program that grafts itself with CYCLETIME_GRAFT_CHILDREN. */
#include "cycletime.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static unsigned count_with(ULONG flags, const WCHAR *what, const char *text)
{
    struct outcome outcome;
    struct program program;
    WCHAR line[2 * MAX_PATH];
    unsigned count = 0;
    const char *at;

    _snwprintf(line, ARRAYSIZE(line), L"grafting %lu \"%ls\" %ls 2", flags, beside(L"family.exe"), what);
    program_start(&program, beside(L"grafting.exe"), line, NULL, NULL);
    program_finish(&program, NULL, 0, &outcome);
    for (at = outcome.out; (at = strstr(at, text)); at++) count++;
    if (outcome.code) print_error("%lu: %s%s\n", outcome.code, outcome.out, outcome.err);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.err_length, 0);
    outcome_free(&outcome);
    return count;
}

static void they_and_theirs_are_grafted_where_the_linux_side_is(void **state)
{
    (void)state;
    assert_int_equal(count_with(CYCLETIME_GRAFT_CHILDREN, L"chain", with_linux_side() ? "grafted" : "plain"), 3);
}

static void without_the_flag_they_run_as_they_are(void **state)
{
    (void)state;
    assert_int_equal(count_with(0, L"chain", "plain"), 3);
}

static void the_other_flags_are_theirs_too(void **state)
{
    const ULONG flags = CYCLETIME_GRAFT_CHILDREN | CYCLETIME_GRAFT_VERBOSE | CYCLETIME_GRAFT_NO_NT;

    (void)state;
    assert_int_equal(count_with(flags, L"chain", with_linux_side() ? "grafted" : "plain"), 3);
    assert_int_equal(count_with(flags, L"queries", "the system's queries"), 3);
    assert_int_equal(count_with(CYCLETIME_GRAFT_CHILDREN, L"queries",
                                with_linux_side() ? "another's queries" : "the system's queries"), 3);
}

static void flags_that_do_nothing_any_more_are_accepted(void **state)
{
    const ULONG flags = CYCLETIME_GRAFT_AWAITED | 1u << CYCLETIME_GRAFT_LIFELINE;

    (void)state;
    assert_int_equal(count_with(flags, L"chain", "plain"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_and_theirs_are_grafted_where_the_linux_side_is),
        cmocka_unit_test(without_the_flag_they_run_as_they_are),
        cmocka_unit_test(the_other_flags_are_theirs_too),
        cmocka_unit_test(flags_that_do_nothing_any_more_are_accepted),
    };

    return finish(cmocka_run_group_tests_name("programs that graft themselves", tests, NULL, NULL));
}
