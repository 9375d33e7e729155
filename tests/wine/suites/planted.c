/* SPDX-License-Identifier: MIT */
/* Whatever lies in the current directory under the names of cycletime's files is not taken. It is cycletime's own, so that
   it would work if it were. */
#include "cycletime.h"
#include "launch.h"
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#ifdef _WIN64
#define MACHINE L"x86_64"
#else
#define MACHINE L"i386"
#endif

/* One directory, in all layouts; and from where each comes. */
static const WCHAR *const directories[] = { MACHINE L"-windows", MACHINE L"-unix", L"x86_64-unix" };
static const struct planted {
    const WCHAR *name, *from;
} planted[] = {
    { L"cycletime.dll", L"cycletime.dll" },
    { L"cycletime_unixlib.dll", L"lib\\wine\\" MACHINE L"-windows\\cycletime_unixlib.dll" },
    { L"cycletime_unixlib.so", L"lib\\wine\\" MACHINE L"-unix\\cycletime_unixlib.so" },
    { MACHINE L"-windows\\cycletime.dll", L"cycletime.dll" },
    { MACHINE L"-windows\\cycletime_unixlib.dll", L"lib\\wine\\" MACHINE L"-windows\\cycletime_unixlib.dll" },
    { MACHINE L"-unix\\cycletime_unixlib.so", L"lib\\wine\\" MACHINE L"-unix\\cycletime_unixlib.so" },
    { L"x86_64-unix\\cycletime_unixlib.so", L"lib\\wine\\x86_64-unix\\cycletime_unixlib.so" },  /* of the new WoW64, too */
};

static WCHAR elsewhere[MAX_PATH];  /* a program there has none of cycletime's files beside it */

/* The 32-bit one is not built everywhere. */
static BOOL may_lack(const WCHAR *from)
{
    return sizeof(void *) == 4 && wcsstr(from, L".so") && GetFileAttributesW(beside(from)) == INVALID_FILE_ATTRIBUTES;
}

static int plant(void **state)
{
    unsigned i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(directories); i++)
        assert_true(CreateDirectoryW(in_scratch(directories[i]), NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
    for (i = 0; i < ARRAYSIZE(planted); i++)
        assert_true(CopyFileW(beside(planted[i].from), in_scratch(planted[i].name), FALSE) || may_lack(planted[i].from));
    GetTempPathW(MAX_PATH, elsewhere);
    _snwprintf(elsewhere + wcslen(elsewhere), MAX_PATH / 2, L"taken %lu.exe", GetCurrentProcessId());
    assert_true(CopyFileW(beside(L"taken.exe"), elsewhere, FALSE));
    return 0;
}

static int clear(void **state)
{
    unsigned i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(planted); i++) DeleteFileW(in_scratch(planted[i].name));
    DeleteFileW(elsewhere);
    return 0;
}

/* Runs PATH with the command line LINE in the directory of the planted files, or in BELOW, hooked with these WORDS
   (launch.h); NULL: as it is. */
static void run_among(const WCHAR *words, const WCHAR *below, const WCHAR *path, const WCHAR *line, struct outcome *outcome)
{
    struct program program;

    launch_start(&program, words, path, line, in_scratch(below));
    program_finish(&program, NULL, 0, outcome);
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "reported"));
}

static CYCLETIME_UNIXLIB_STATE state_among(const WCHAR *below, BOOL *taken)
{
    CYCLETIME_UNIXLIB_STATE state = (CYCLETIME_UNIXLIB_STATE)-1;
    struct outcome outcome;

    run_among(NULL, below, beside(L"taken.exe"), format_line(L"taken \"%ls\"", beside(L"cycletime.dll")), &outcome);
    assert_int_equal(sscanf(outcome.out, "state %d", (int *)&state), 1);
    *taken = strstr(outcome.out, "taken ") != NULL;
    outcome_free(&outcome);
    return state;
}

static void assert_nothing_taken(const WCHAR *below)
{
    BOOL taken;

    assert_int_equal(state_among(below, &taken), CYCLETIME_UNIXLIB_STATE_MISSING);
    assert_false(taken);
}

TEST(a_unixlib_in_the_current_directory_is_not_taken)
{
    assert_nothing_taken(L"");
    assert_nothing_taken(directories[0]);
    assert_nothing_taken(directories[1]);
}

TEST(a_unixlib_is_not_taken_by_a_relative_name_for_its_directory)
{
    static const WCHAR *const names[] = { L".", L"..", L"\\", L"x86_64-windows\\.." };
    unsigned i;

    for (i = 0; i < ARRAYSIZE(names); i++) {
        SetEnvironmentVariableW(L"CYCLETIME_UNIXLIB", names[i]);
        assert_nothing_taken(L"");
        assert_nothing_taken(directories[0]);
    }
    SetEnvironmentVariableW(L"CYCLETIME_UNIXLIB", NULL);
}

/* This shows that the planted files work. Wine loads what is named, and the .so only where WINEDLLPATH names it too. */
TEST(planted_files_are_taken_where_the_directory_is_named)
{
    BOOL taken;

    SetEnvironmentVariableW(L"CYCLETIME_UNIXLIB", scratch());
    assert_int_not_equal(state_among(L"", &taken), CYCLETIME_UNIXLIB_STATE_MISSING);
    SetEnvironmentVariableW(L"CYCLETIME_UNIXLIB", NULL);
}

TEST(hooks_come_from_the_libraries_of_their_tree)
{
    struct outcome outcome;
    unsigned i;

    for (i = 0; i < 2; i++) {
        run_among(L"must", i ? directories[0] : L"", elsewhere, L"taken", &outcome);
        assert_non_null(strstr(outcome.out, "has cycletime.dll"));
        assert_null(strstr(outcome.out, "taken "));
        outcome_free(&outcome);
    }
}

ALL_BETWEEN(plant, clear)
