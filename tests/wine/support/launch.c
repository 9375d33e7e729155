/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "support.h"

#include <stdlib.h>
#include <wchar.h>

void want(const WCHAR *what)
{
    SetEnvironmentVariableW(L"WITNESS", what);
}

/* Of this program's own variable, which is that of Linux's environment too; NULL: it names none. */
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

void launch_start(struct program *program, const WCHAR *words, const WCHAR *path, const WCHAR *line,
                  const WCHAR *directory)
{
    static WCHAR own[1024];
    const WCHAR *file;

    if (!words) {
        program_start(program, path, line, directory, NULL);
        return;
    }
    assert_in_range(GetEnvironmentVariableW(L"CYCLETIME_RUN", own, ARRAYSIZE(own)), 1, ARRAYSIZE(own) - 1);
    assert_non_null(file = first_file(own));
    write_file(file, "", 0);
    assert_true(SetEnvironmentVariableW(L"CYCLETIME_RUN", words));
    program_start(program, path, line, directory, NULL);
    assert_true(SetEnvironmentVariableW(L"CYCLETIME_RUN", own));
    assert_int_equal(GetFileAttributesW(file), INVALID_FILE_ATTRIBUTES); /* the program has removed it */
}

void launch_with(const WCHAR *words, const WCHAR *path, const WCHAR *rest, struct outcome *outcome)
{
    struct program program;

    launch_start(&program, words, path, format_line(L"\"%ls\"%ls", path, rest), NULL);
    program_finish(&program, NULL, 0, outcome);
}

void launch(const WCHAR *path, const WCHAR *rest, struct outcome *outcome)
{
    launch_with(L"must", path, rest, outcome);
}

static void remove_scratch(void);

const WCHAR *scratch(void)
{
    static WCHAR path[MAX_PATH];
    WCHAR temporary[MAX_PATH];

    if (*path) return path;
    GetTempPathW(MAX_PATH, temporary);
    _snwprintf(path, MAX_PATH, L"%lscycletime \u00e4\u03b2 %lu", temporary, GetCurrentProcessId());
    remove_scratch();  /* of a run that was ended, whose id this one has */
    assert_true(CreateDirectoryW(path, NULL) && !atexit(remove_scratch));
    return path;
}

const WCHAR *in_scratch(const WCHAR *name)
{
    return format_line(L"%ls\\%ls", scratch(), name);
}

const WCHAR *copy_to_scratch(const WCHAR *from, const WCHAR *name)
{
    assert_true(CopyFileW(beside(from), in_scratch(name), FALSE));
    return in_scratch(name);
}

BYTE *read_file(const WCHAR *path, DWORD *count)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    BYTE *bytes;

    assert_true(file != INVALID_HANDLE_VALUE);
    bytes = malloc(GetFileSize(file, NULL));
    assert_true(ReadFile(file, bytes, GetFileSize(file, NULL), count, NULL));
    CloseHandle(file);
    return bytes;
}

void write_file(const WCHAR *path, const void *bytes, DWORD count)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    DWORD written;

    assert_true(file != INVALID_HANDLE_VALUE);
    assert_true(WriteFile(file, bytes, count, &written, NULL) && written == count);
    CloseHandle(file);
}

static void remove_scratch(void)
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
