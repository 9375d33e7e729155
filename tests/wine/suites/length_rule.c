/* SPDX-License-Identifier: MIT */
/* Which of the two length rules holds in a process. */
#include "arrays.h"
#include "cycletime.h"
#include "run_process.h"
#include "processor_times.h"

#include <stdio.h>
#include <string.h>

/* Without a buffer, only the documented length rule reports the need for a length that is not 0; with one, elements. */
static const char *find_length_rule(enum array array)
{
    ULONG64 cycles[GROUP_PROCESSORS];
    const ULONG without = fill(array, 0, NULL, 1).length, with = fill(array, 0, cycles, sizeof cycles).length;

    if (without == 1 && with == need()) return "windows";
    if (without == need() && with == processors()) return "documented";
    return "neither";
}

/* Prints how the idle cycle functions treat lengths in this process, with the length rule unset, or SET. */
static int print_rules(BOOL set)
{
    if (set) CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS);
    printf("%s %s", find_length_rule(IDLE), find_length_rule(IDLE_EX));
    /* Read once. */
    SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", L"documented");
    printf(" %s\n", find_length_rule(IDLE));
    return 0;
}

static void assert_rule_of_child(const WCHAR *environment, const WCHAR *argument, const char *expected)
{
    struct program child;
    struct outcome outcome;
    char reported[64];

    SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", environment);
    program_start_self(&child, argument);
    SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", NULL);
    program_finish(&child, NULL, 0, &outcome);
    assert_int_equal(outcome.code, 0);
    snprintf(reported, sizeof reported, "%s %s %s\r\n", expected, expected, expected);
    assert_string_equal(outcome.out, reported);
    outcome_free(&outcome);
}

TEST(the_environment_chooses_the_documented_rule)
{
    assert_rule_of_child(L"documented", L"child", "documented");
}

TEST(anything_else_in_the_environment_means_windows_rule)
{
    static const WCHAR *const others[] = {
        NULL, L"", L"windows", L"document", L"documented ", L"Documented", L"1",
        L"documented documented documented documented documented documented documented" };
    size_t i;

    for (i = 0; i < ARRAYSIZE(others); i++) assert_rule_of_child(others[i], L"child", "windows");
}

TEST(what_was_set_counts_more_than_the_environment)
{
    assert_rule_of_child(L"documented", L"set", "windows");
}

static void set(CYCLETIME_CONTRACT contract)
{
    assert_succeeds(CycletimeSetContract(contract));
}

TEST(the_rule_can_be_set_at_any_time)
{
    int i;

    for (i = 0; i < 3; i++) {
        set(CYCLETIME_CONTRACT_DOCUMENTED);
        assert_string_equal(find_length_rule(IDLE), "documented");
        assert_string_equal(find_length_rule(IDLE_EX), "documented");
        set(CYCLETIME_CONTRACT_WINDOWS);
        assert_string_equal(find_length_rule(IDLE), "windows");
        assert_string_equal(find_length_rule(IDLE_EX), "windows");
    }
}

TEST(a_rule_that_is_none_is_refused_and_changes_nothing)
{
    static const int wrong[] = { 2, -1, 0x7fffffff };
    size_t i;

    set(CYCLETIME_CONTRACT_DOCUMENTED);
    for (i = 0; i < ARRAYSIZE(wrong); i++) {
        assert_fails(CycletimeSetContract((CYCLETIME_CONTRACT)wrong[i]), ERROR_INVALID_PARAMETER);
        assert_string_equal(find_length_rule(IDLE_EX), "documented");
    }
    set(CYCLETIME_CONTRACT_WINDOWS);
}

int main(int argc, char **argv)
{
    if (argc == 2) return print_rules(!strcmp(argv[1], "set"));
    return finish(run_all_tests());
}
