/* SPDX-License-Identifier: MIT */
/* Whatever call a child is created in, it is hooked. */
#include "children.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define CALL_TEST(name, call) SAME_TEST(name, L"call " call, 1)

CALL_TEST(a_child_of_CreateProcessA_is_hooked, L"CreateProcessA")
CALL_TEST(a_child_of_CreateProcessW_is_hooked, L"CreateProcessW")
CALL_TEST(a_child_whose_application_is_named_apart_is_hooked, L"application")
CALL_TEST(a_child_of_kernelbases_CreateProcessW_is_hooked, L"kernelbase")
CALL_TEST(a_child_of_the_api_sets_CreateProcessA_is_hooked, L"api-set")
CALL_TEST(a_child_of_CreateProcessAsUserA_is_hooked, L"CreateProcessAsUserA")
CALL_TEST(a_child_of_CreateProcessAsUserW_is_hooked, L"CreateProcessAsUserW")
CALL_TEST(a_child_of_CreateProcessAsUserA_without_a_token_is_hooked, L"no-user-A")
CALL_TEST(a_child_of_CreateProcessAsUserW_without_a_token_is_hooked, L"no-user-W")
CALL_TEST(a_child_of_kernelbases_CreateProcessInternalA_is_hooked, L"kernelbase-internal-A")
CALL_TEST(a_child_of_kernelbases_CreateProcessInternalW_is_hooked, L"kernelbase-internal-W")
CALL_TEST(a_child_of_kernel32s_CreateProcessInternalA_is_hooked, L"kernel32-internal-A")
CALL_TEST(a_child_of_kernel32s_CreateProcessInternalW_is_hooked, L"kernel32-internal-W")
CALL_TEST(a_child_of_WinExec_is_hooked, L"WinExec")
CALL_TEST(a_child_of_LoadModule_is_hooked, L"LoadModule")
CALL_TEST(a_child_of_ShellExecuteEx_is_hooked, L"ShellExecuteEx")
CALL_TEST(a_child_of_the_C_runtimes_spawn_is_hooked, L"spawn")
CALL_TEST(a_child_of_the_C_runtimes_wide_spawn_is_hooked, L"wspawn")
CALL_TEST(a_child_of_the_C_runtimes_system_is_hooked, L"system")
CALL_TEST(a_child_of_the_C_runtimes_popen_is_hooked, L"popen")

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

#define CALL_TEST_IF_POSSIBLE(name, call) TEST(name) { assert_hooked_if_possible(L"call " call); }

CALL_TEST_IF_POSSIBLE(a_child_of_CreateProcessWithTokenW_is_hooked, L"CreateProcessWithTokenW")
CALL_TEST_IF_POSSIBLE(a_child_of_CreateProcessWithLogonW_is_hooked, L"CreateProcessWithLogonW")
CALL_TEST_IF_POSSIBLE(a_child_of_RtlCreateUserProcess_is_hooked, L"RtlCreateUserProcess")
CALL_TEST_IF_POSSIBLE(a_child_of_NtCreateUserProcess_is_hooked, L"NtCreateUserProcess")
CALL_TEST_IF_POSSIBLE(a_local_COM_server_is_hooked, L"local-server")

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
