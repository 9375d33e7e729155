/* SPDX-License-Identifier: MIT */
/* What goes through the launcher unchanged. */
#include "launcher.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void assert_line_passed_on(const WCHAR *program, const WCHAR *as_given, const WCHAR *rest)
{
    WCHAR *given = malloc(LINE * sizeof *given), *expected = malloc(LINE * sizeof *expected);
    struct outcome outcome;

    want(L"line");
    assert_in_range(_snwprintf(given, LINE, L" %ls%ls", as_given, rest), 1, LINE - 1);
    assert_in_range(_snwprintf(expected, LINE, L"\"%ls\"%ls", program, rest), 1, LINE - 1);
    launch_by(beside(L"cycletime-run.exe"), given, &outcome);
    if (outcome.code) print_error("%ls: %lu: %s", rest, outcome.code, outcome.err);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.err_length, 0);
    assert_int_equal(outcome.out_length, wcslen(expected) * sizeof *expected);
    assert_memory_equal(outcome.out, expected, outcome.out_length);
    outcome_free(&outcome);
    free(given);
    free(expected);
}

static const WCHAR *quoted(const WCHAR *path)
{
    static WCHAR text[MAX_PATH + 8];

    _snwprintf(text, ARRAYSIZE(text), L"\"%ls\"", path);
    return text;
}

static void arguments_are_passed_on_byte_for_byte(void **state)
{
    static const WCHAR *const rests[] = {
        L"",
        L" one two",
        L"   many\t blanks  ",
        L" \"in quotes\" half\"way quo\"ted",
        L" \\ \\\\ \\\" \\\\\" a\\\\b\" c\\",
        L" \"\" \"\"\"\" \"\"",
        L" \"never closed",
        L" -- -x --help /?",
        L" \u00e4\u00df\u20ac \u4e2d\u6587 \xd83d\xde00 \xdc00",
        L" %PATH% $HOME * ? ^ & | < > ;",
        L" a\nb\rc\x1",
    };
    const WCHAR *witness = beside(L"witness.exe");
    size_t i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(rests); i++) assert_line_passed_on(witness, quoted(witness), rests[i]);
}

static void thirty_thousand_characters_of_arguments_are_passed_on(void **state)
{
    const WCHAR *witness = beside(L"witness.exe");
    WCHAR *rest = malloc(LINE * sizeof *rest);
    size_t i;

    (void)state;
    for (i = 0; i < 30000; i++) rest[i] = i % 10 ? (WCHAR)(L'a' + i % 26) : L' ';
    rest[i] = 0;
    assert_line_passed_on(witness, quoted(witness), rest);
    free(rest);
}

static void two_dashes_before_the_program_are_the_launchers_own(void **state)
{
    const WCHAR *witness = beside(L"witness.exe");
    WCHAR given[MAX_PATH + 8];

    (void)state;
    _snwprintf(given, ARRAYSIZE(given), L"-- %ls", quoted(witness));
    assert_line_passed_on(witness, given, L" -- a");
}

static void a_program_may_have_blanks_and_letters_of_any_script_in_its_path(void **state)
{
    const WCHAR *copy = in_scratch(L"a \u03b2 witness.exe");

    (void)state;
    assert_true(CopyFileW(beside(L"witness.exe"), copy, FALSE));
    assert_line_passed_on(copy, quoted(copy), L" x");
}

static void a_program_is_found_by_its_unix_path(void **state)
{
    char *(CDECL *wine_get_unix_file_name)(const WCHAR *) =
        (void *)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "wine_get_unix_file_name");
    const WCHAR *witness = beside(L"witness.exe");
    WCHAR unix_path[MAX_PATH];
    char *name;

    (void)state;
    if (!wine_get_unix_file_name) SKIP_BECAUSE("there are no Unix paths here");
    assert_non_null(name = wine_get_unix_file_name(witness));
    assert_true(MultiByteToWideChar(CP_UTF8, 0, name, -1, unix_path, MAX_PATH));
    HeapFree(GetProcessHeap(), 0, name);
    assert_line_passed_on(witness, quoted(unix_path), L" x");
}

static void the_three_standard_streams_are_the_programs(void **state)
{
    static char input[50000];
    WCHAR line[2 * MAX_PATH];
    struct program program;
    struct outcome outcome;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof input; i++) input[i] = (char)(i * 7 + i / 256);
    want(L"streams");
    _snwprintf(line, ARRAYSIZE(line), L"run %ls", quoted(beside(L"witness.exe")));
    program_start(&program, beside(L"cycletime-run.exe"), line, NULL, NULL);
    program_finish(&program, input, sizeof input, &outcome);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.out_length, sizeof input);
    assert_memory_equal(outcome.out, input, sizeof input);
    assert_string_equal(outcome.err, "on stderr");
    outcome_free(&outcome);
}

static void the_exit_code_is_the_programs(void **state)
{
    static const DWORD codes[] = { 0, 1, 125, STILL_ACTIVE, 0x1ff, STATUS_ACCESS_VIOLATION, 0xffffffff };
    struct outcome outcome;
    WCHAR text[32];
    size_t i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(codes); i++) {
        _snwprintf(text, ARRAYSIZE(text), L"exit 0x%lx", codes[i]);
        want(text);
        launch(beside(L"witness.exe"), L"", &outcome);
        assert_int_equal(outcome.code, codes[i]);
        assert_int_equal(outcome.out_length, 0);
        assert_int_equal(outcome.err_length, 0);
        outcome_free(&outcome);
    }
}

/* Both by our CreateProcess, so that what Wine puts in is there both times. */
static void the_environment_is_as_without_the_launcher(void **state)
{
    struct outcome alone, launched;
    struct program program;

    (void)state;
    want(L"environment");
    program_start(&program, beside(L"witness.exe"), quoted(beside(L"witness.exe")), NULL, NULL);
    program_finish(&program, NULL, 0, &alone);
    launch(beside(L"witness.exe"), L"", &launched);
    assert_true(alone.out_length > 100);
    assert_int_equal(launched.out_length, alone.out_length);
    assert_memory_equal(launched.out, alone.out, alone.out_length);
    outcome_free(&alone);
    outcome_free(&launched);
}

static BOOL holds(const struct outcome *outcome, const WCHAR *text)
{
    const char *at;

    for (at = outcome->out; at + wcslen(text) * sizeof *text <= outcome->out + outcome->out_length; at++)
        if (!memcmp(at, text, wcslen(text) * sizeof *text)) return TRUE;
    return FALSE;
}

static void the_host_commands_mark_is_removed_and_kept_from_the_program(void **state)
{
    const WCHAR *mark = in_scratch(L"mark");
    HANDLE file = CreateFileW(mark, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    struct outcome outcome;

    (void)state;
    assert_true(file != INVALID_HANDLE_VALUE);
    CloseHandle(file);
    want(L"environment");
    SetEnvironmentVariableW(L"CYCLETIME_MARK", mark);
    launch(beside(L"witness.exe"), L"", &outcome);
    SetEnvironmentVariableW(L"CYCLETIME_MARK", NULL);
    assert_int_equal(outcome.code, 0);
    assert_true(holds(&outcome, L"WITNESS=environment"));
    assert_false(holds(&outcome, L"CYCLETIME_MARK"));
    assert_int_equal(GetFileAttributesW(mark), INVALID_FILE_ATTRIBUTES);
    outcome_free(&outcome);
}

static void the_current_directory_is_the_launchers(void **state)
{
    WCHAR line[2 * MAX_PATH];
    struct program program;
    struct outcome outcome;

    (void)state;
    want(L"directory");
    _snwprintf(line, ARRAYSIZE(line), L"run %ls", quoted(beside(L"witness.exe")));
    program_start(&program, beside(L"cycletime-run.exe"), line, scratch(), NULL);
    program_finish(&program, NULL, 0, &outcome);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.out_length, wcslen(scratch()) * sizeof(WCHAR));
    assert_memory_equal(outcome.out, scratch(), outcome.out_length);
    outcome_free(&outcome);
}

int passed_on_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_passed_on_byte_for_byte),
        cmocka_unit_test(thirty_thousand_characters_of_arguments_are_passed_on),
        cmocka_unit_test(two_dashes_before_the_program_are_the_launchers_own),
        cmocka_unit_test(a_program_may_have_blanks_and_letters_of_any_script_in_its_path),
        cmocka_unit_test(a_program_is_found_by_its_unix_path),
        cmocka_unit_test(the_three_standard_streams_are_the_programs),
        cmocka_unit_test(the_exit_code_is_the_programs),
        cmocka_unit_test(the_environment_is_as_without_the_launcher),
        cmocka_unit_test(the_host_commands_mark_is_removed_and_kept_from_the_program),
        cmocka_unit_test(the_current_directory_is_the_launchers),
    };

    return cmocka_run_group_tests_name("passed on", tests, NULL, NULL);
}
