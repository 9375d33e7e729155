/* SPDX-License-Identifier: MIT */
/* Processes that a hooked program creates. */
#include "children.h"

#include <string.h>

static void run(const WCHAR *words, const WCHAR *program, const WCHAR *arguments, const WCHAR *directory,
                struct outcome *outcome)
{
    const WCHAR *line = format_line(L"\"%ls\" %ls", program, arguments);
    struct program started;

    DeleteFileW(in_scratch(L"report"));
    SetEnvironmentVariableW(L"REPORT", in_scratch(L"report"));
    SetEnvironmentVariableW(L"COMSPEC", L"C:\\windows\\system32\\cmd.exe"); /* a prefix may have none */
    launch_start(&started, words, program, line, directory);
    program_finish(&started, NULL, 0, outcome);
}

void run_family(const WCHAR *words, const WCHAR *arguments, struct outcome *outcome)
{
    run(words, beside(L"family.exe"), arguments, NULL, outcome);
}

unsigned count_in_family(const WCHAR *words, const WCHAR *arguments, const char *text)
{
    struct outcome outcome;
    unsigned count;

    run_family(words, arguments, &outcome);
    count = count_of(&outcome, text);
    outcome_free(&outcome);
    return count;
}

void assert_prints(const WCHAR *words, const WCHAR *arguments, const char *text)
{
    struct outcome outcome;

    run_family(words, arguments, &outcome);
    assert_string_equal(outcome.out, text);
    assert_int_equal(outcome.err_length, 0);
    outcome_free(&outcome);
}

/* Replaces what hooking changes. Returns how often. */
static unsigned remove_hooks(struct outcome *outcome)
{
    static const char hooked[] = "hooked", plain[] = "plain";
    const DWORD longer = sizeof hooked - sizeof plain;
    unsigned count = 0;
    DWORD rest;
    char *at;

    for (; (at = find_in(outcome, 0, hooked)); count++) {
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
