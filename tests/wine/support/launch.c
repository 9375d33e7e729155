/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "support.h"

#include <stdlib.h>
#include <wchar.h>

void want(const WCHAR *what)
{
    SetEnvironmentVariableW(L"WITNESS", what);
}

void launch_by(const WCHAR *path, const WCHAR *rest, struct outcome *outcome)
{
    WCHAR *line = malloc(LINE * sizeof *line);
    struct program program;

    assert_in_range(_snwprintf(line, LINE, L"\"%ls\"%ls", path, rest), 1, LINE - 1);
    program_start(&program, path, line, NULL, NULL);
    program_finish(&program, NULL, 0, outcome);
    free(line);
}

void launch(const WCHAR *program, const WCHAR *rest, struct outcome *outcome)
{
    WCHAR *both = malloc(LINE * sizeof *both);

    assert_in_range(_snwprintf(both, LINE, L" \"%ls\"%ls", program, rest), 1, LINE - 1);
    launch_by(beside(L"cycletime-run.exe"), both, outcome);
    free(both);
}

const WCHAR *scratch(void)
{
    static WCHAR path[MAX_PATH];
    WCHAR temporary[MAX_PATH];

    if (*path) return path;
    GetTempPathW(MAX_PATH, temporary);
    _snwprintf(path, MAX_PATH, L"%lscycletime \u00e4\u03b2 %lu", temporary, GetCurrentProcessId());
    remove_scratch();  /* of a run that was ended, whose id this one has */
    assert_true(CreateDirectoryW(path, NULL));
    return path;
}

const WCHAR *in_scratch(const WCHAR *name)
{
    WCHAR path[MAX_PATH];

    _snwprintf(path, MAX_PATH, L"%ls\\%ls", scratch(), name);
    return _wcsdup(path);
}

void remove_scratch(void)
{
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(in_scratch(L"*"), &found);

    if (search == INVALID_HANDLE_VALUE) return;
    SetCurrentDirectoryW(beside(L""));
    do {
        if (!DeleteFileW(in_scratch(found.cFileName))) RemoveDirectoryW(in_scratch(found.cFileName));
    } while (FindNextFileW(search, &found));
    FindClose(search);
    RemoveDirectoryW(scratch());
}
