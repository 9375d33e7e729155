/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "support.h"

#include <stdlib.h>
#include <wchar.h>

void want(const WCHAR *what)
{
    SetEnvironmentVariableW(L"WITNESS", what);
}

/* Of this program's own variable, which is that of Linux' environment too; NULL: it names none. */
static const WCHAR *first_file(const WCHAR *own)
{
    static WCHAR path[MAX_PATH];
    const WCHAR *name = wcsstr(own, L"ack=/");
    WCHAR *at;

    if (!name) return NULL;
    _snwprintf(path, MAX_PATH, L"\\\\?\\unix%ls", name + wcslen(L"ack="));
    for (at = path; *at; at++)
        if (*at == L'/') *at = L'\\';
    return path;
}

static void make_first_file(const WCHAR *path)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);

    assert_true(file != INVALID_HANDLE_VALUE);
    CloseHandle(file);
}

void launch_start(struct program *program, const WCHAR *words, const WCHAR *path, const WCHAR *line,
                  const WCHAR *directory)
{
    static WCHAR own[1024];
    const WCHAR *file;

    assert_in_range(GetEnvironmentVariableW(L"CYCLETIME_RUN", own, ARRAYSIZE(own)), 1, ARRAYSIZE(own) - 1);
    assert_non_null(file = first_file(own));
    make_first_file(file);
    assert_true(SetEnvironmentVariableW(L"CYCLETIME_RUN", words));
    program_start(program, path, line, directory, NULL);
    assert_true(SetEnvironmentVariableW(L"CYCLETIME_RUN", own));
    assert_int_equal(GetFileAttributesW(file), INVALID_FILE_ATTRIBUTES); /* the program has removed it */
}

void launch_with(const WCHAR *words, const WCHAR *path, const WCHAR *rest, struct outcome *outcome)
{
    WCHAR *line = malloc(LINE * sizeof *line);
    struct program program;

    assert_in_range(_snwprintf(line, LINE, L"\"%ls\"%ls", path, rest), 1, LINE - 1);
    launch_start(&program, words, path, line, NULL);
    program_finish(&program, NULL, 0, outcome);
    free(line);
}

void launch(const WCHAR *path, const WCHAR *rest, struct outcome *outcome)
{
    launch_with(L"must", path, rest, outcome);
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
