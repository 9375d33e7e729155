/* SPDX-License-Identifier: MIT */
/* Creations that fail do so as without hooks; and programs that are not Windows' are left alone. */
#include "children.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void make_what_cannot_run(void)
{
    DWORD count;
    BYTE *bytes = read_file(beside(L"family.exe"), &count);
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)(bytes + ((IMAGE_DOS_HEADER *)bytes)->e_lfanew);

    write_file(in_scratch(L"truncated.exe"), bytes, ((IMAGE_DOS_HEADER *)bytes)->e_lfanew + 16);
    nt->FileHeader.Machine = IMAGE_FILE_MACHINE_ARM64;
    write_file(in_scratch(L"arm64.exe"), bytes, count);
    free(bytes);
}

TEST(creations_fail_and_succeed_with_the_systems_own_errors)
{
    const WCHAR *arguments = format_line(L"error \"%ls\"", scratch());
    struct outcome outcome;

    make_what_cannot_run();
    run_family(NULL, arguments, &outcome);
    assert_int_equal(count_of(&outcome, "what can be created: 1, error 0x"), 1);
    assert_int_equal(count_of(&outcome, "no file: 0, error 0x2,"), 1);
    outcome_free(&outcome);
    assert_same_but_hooked(arguments, 0);
}

/* Nothing is said by who faults, so only how it ends can be compared. */
static void assert_fault_is_the_same(const WCHAR *arguments)
{
    struct outcome alone, launched;

    run_family(NULL, arguments, &alone);
    run_family(L"must", arguments, &launched);
    if (alone.code != launched.code) print_error("%ls: 0x%lx, 0x%lx\n", arguments, alone.code, launched.code);
    assert_int_equal(alone.code, launched.code);
    assert_string_equal(alone.out, launched.out);
    outcome_free(&alone);
    outcome_free(&launched);
}

TEST(arguments_that_must_not_be_null_fault_as_without)
{
    assert_fault_is_the_same(L"fault line");
    assert_fault_is_the_same(L"fault startup");
    assert_fault_is_the_same(L"fault info");
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
