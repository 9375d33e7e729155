/* SPDX-License-Identifier: MIT */
/* Processes that a hooked program creates. */
#include "children.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void run(const WCHAR *words, const WCHAR *program, const WCHAR *arguments, const WCHAR *directory,
                struct outcome *outcome)
{
    WCHAR *line = malloc(LINE * sizeof *line);
    struct program started;

    DeleteFileW(in_scratch(L"report"));
    SetEnvironmentVariableW(L"REPORT", in_scratch(L"report"));
    _snwprintf(line, LINE, L"\"%ls\" %ls", program, arguments);
    if (words) launch_start(&started, words, program, line, directory);
    else program_start(&started, program, line, directory, NULL);
    program_finish(&started, NULL, 0, outcome);
    free(line);
}

void run_family(const WCHAR *words, const WCHAR *arguments, struct outcome *outcome)
{
    run(words, beside(L"family.exe"), arguments, NULL, outcome);
}

static char *find(const struct outcome *outcome, DWORD from, const char *text)
{
    size_t length = strlen(text);

    for (; from + length <= outcome->out_length; from++)
        if (!memcmp(outcome->out + from, text, length)) return outcome->out + from;
    return NULL;
}

unsigned count_of(const struct outcome *outcome, const char *text)
{
    unsigned count = 0;
    char *at;

    for (at = find(outcome, 0, text); at; at = find(outcome, (DWORD)(at + 1 - outcome->out), text)) count++;
    return count;
}

/* Replaces what hooking changes. Returns how often. */
static unsigned remove_hooks(struct outcome *outcome)
{
    static const char hooked[] = "hooked", plain[] = "plain";
    const DWORD longer = sizeof hooked - sizeof plain;
    unsigned count = 0;
    DWORD rest;
    char *at;

    for (; (at = find(outcome, 0, hooked)); count++) {
        memcpy(at, plain, sizeof plain - 1);
        rest = (DWORD)(outcome->out + outcome->out_length - (at + sizeof hooked - 1));
        memmove(at + sizeof plain - 1, at + sizeof hooked - 1, rest + 1);
        outcome->out_length -= longer;
    }
    return count;
}

void assert_program_same_but_hooked(const WCHAR *program, const WCHAR *arguments, const WCHAR *directory, unsigned hooked)
{
    struct outcome alone, launched;
    unsigned plain, count;
    BOOL same;

    run(NULL, program, arguments, directory, &alone);
    run(L"must", program, arguments, directory, &launched);
    plain = count_of(&alone, "plain");
    count = remove_hooks(&launched);
    same = alone.code == launched.code && alone.out_length == launched.out_length && alone.err_length == launched.err_length
        && !memcmp(alone.out, launched.out, alone.out_length) && !memcmp(alone.err, launched.err, alone.err_length);
    if (!same || plain != hooked || count != hooked)
        print_error("%ls\nalone, 0x%lx, %u plain:\n%s%s\nlaunched, 0x%lx, %u hooked:\n%s%s\n", arguments, alone.code,
                    plain, alone.out, alone.err, launched.code, count, launched.out, launched.err);
    assert_true(alone.out_length > 0);
    assert_true(same);
    assert_int_equal(plain, hooked);
    assert_int_equal(count, hooked);
    outcome_free(&alone);
    outcome_free(&launched);
}

void assert_same_but_hooked(const WCHAR *arguments, unsigned hooked)
{
    assert_program_same_but_hooked(beside(L"family.exe"), arguments, NULL, hooked);
}

void write_file(const WCHAR *path, const void *bytes, DWORD count)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    DWORD written;

    assert_true(file != INVALID_HANDLE_VALUE);
    assert_true(WriteFile(file, bytes, count, &written, NULL) && written == count);
    CloseHandle(file);
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

int main(void)
{
    int failed = call_tests();

    failed += begin_tests();
    failed += given_tests();
    failed += failure_tests();
    failed += option_tests();
    remove_scratch();
    return finish(failed);
}
