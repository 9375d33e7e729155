/* SPDX-License-Identifier: MIT */
/* Whatever call a child is created in, it is hooked, unless it is a Linux program, which is left alone. */
#include "children.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* The functions that create processes are the system's (children_option.c), so one stands for all that end in it. */
SAME_TEST(a_child_of_CreateProcess_is_hooked, L"call CreateProcess", 1)
SAME_TEST(a_child_of_ShellExecuteEx_is_hooked, L"call ShellExecuteEx", 1)

/* Tests a call that not every system has. */
static void assert_hooked_if_possible(const WCHAR *call)
{
    struct outcome alone;
    BOOL possible;

    run_family(NULL, call, &alone);
    possible = !alone.code && count_of(&alone, "the child is plain") == 1;
    outcome_free(&alone);
    if (!possible) SKIP_BECAUSE("this call does not work alone");
    assert_same_but_hooked(call, 1);
}

TEST(a_child_of_RtlCreateUserProcess_is_hooked)
{
    assert_hooked_if_possible(L"call RtlCreateUserProcess");
}

TEST(a_local_COM_server_is_hooked)
{
    assert_hooked_if_possible(L"call local-server");
}

SAME_TEST(children_of_children_are_hooked, L"chain 4", 5)

/* As cmd.exe does it: two lines of two programs, and an exit code. */
static const WCHAR *batch_file(const WCHAR *name)
{
    char text[2 * MAX_PATH], program[MAX_PATH];

    assert_true(WideCharToMultiByte(CP_OEMCP, 0, beside(L"family.exe"), -1, program, MAX_PATH, NULL, NULL));
    snprintf(text, sizeof text, "@\"%s\" chain 0\r\n@\"%s\" chain 1\r\n@exit /b 7\r\n", program, program);
    write_file(in_scratch(name), text, (DWORD)strlen(text));
    return in_scratch(name);
}

TEST(programs_in_a_batch_file_that_cmd_runs_are_hooked)
{
    const WCHAR *arguments = format_line(L"run \"\" \"cmd.exe /c %ls\"", wcsrchr(batch_file(L"some.bat"), '\\') + 1);

    assert_program_same_but_hooked(beside(L"family.exe"), arguments, scratch(), 3);
}

TEST(programs_in_a_batch_file_that_is_the_application_are_hooked)
{
    assert_same_but_hooked(format_line(L"run \"%ls\"", batch_file(L"other.cmd")), 3);
}

TEST(programs_in_a_batch_file_that_comes_first_are_hooked)
{
    struct outcome outcome;

    launch(batch_file(L"third.bat"), L"", &outcome);
    if (outcome.code != 7) print_error("%lu: %s%s\n", outcome.code, outcome.out, outcome.err);
    assert_int_equal(outcome.code, 7);
    assert_int_equal(outcome.err_length, 0);
    assert_int_equal(count_of(&outcome, "hooked"), 3);
    assert_int_equal(count_of(&outcome, "plain"), 0);
    outcome_free(&outcome);
}

TEST(of_fifty_children_of_eight_threads_all_are_hooked)
{
    assert_prints(NULL, L"many", "0 hooked, 50 plain, 0 otherwise, 0 not created\n");
    assert_prints(L"must", L"many", "50 hooked, 0 plain, 0 otherwise, 0 not created\n");
}

TEST(a_unix_program_is_left_alone)
{
    if (GetFileAttributesW(L"Z:\\bin\\true") == INVALID_FILE_ATTRIBUTES) SKIP_BECAUSE("there are no Unix programs here");
    assert_same_but_hooked(L"unix Z:\\bin\\true", 0);
}

/* The end of a Unix program is not reported, so wait for what it does. */
TEST(a_unix_program_runs)
{
    const WCHAR *made = in_scratch(L"made");
    struct outcome outcome;
    int patience = 1000;

    if (GetFileAttributesW(L"Z:\\bin\\touch") == INVALID_FILE_ATTRIBUTES) SKIP_BECAUSE("there are no Unix programs here");
    assert_true(SetCurrentDirectoryW(scratch()));
    run_family(L"must verbose", L"unix Z:\\bin\\touch made", &outcome);
    assert_true(SetCurrentDirectoryW(beside(L"")));
    assert_int_equal(outcome.err_length, 0);
    /* With whatever error: Wine 11 leaves one. */
    assert_memory_equal(outcome.out, "1, error ", 9);
    assert_non_null(strstr(outcome.out, "\nits parent lives\n"));
    while (GetFileAttributesW(made) == INVALID_FILE_ATTRIBUTES && patience--) Sleep(10);
    assert_true(DeleteFileW(made));
    outcome_free(&outcome);
}
