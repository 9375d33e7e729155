/* SPDX-License-Identifier: MIT */
/* A hooked program gets everything else as without cycletime. */
#include "launch.h"
#include "support.h"

#include <string.h>
#include <wchar.h>

static void run(BOOL hooked, const WCHAR *program, const WCHAR *rest, const WCHAR *directory, struct outcome *outcome)
{
    static char input[50000];
    struct program started;
    size_t i;

    for (i = 0; i < sizeof input; i++) input[i] = (char)(i * 7 + i / 256);
    launch_start(&started, hooked ? L"must" : NULL, program, format_line(L"\"%ls\"%ls", program, rest), directory);
    program_finish(&started, input, sizeof input, outcome);
}

/* Returns what it prints in both cases; to be freed. */
static struct outcome assert_path_unchanged(const WCHAR *path, const WCHAR *rest, const WCHAR *directory)
{
    struct outcome alone, hooked;

    run(FALSE, path, rest, directory, &alone);
    run(TRUE, path, rest, directory, &hooked);
    if (alone.code != hooked.code || alone.out_length != hooked.out_length || hooked.err_length != alone.err_length)
        print_error("%ls%ls\nalone, 0x%lx:\n%s%s\nhooked, 0x%lx:\n%s%s\n", path, rest, alone.code, alone.out, alone.err,
                    hooked.code, hooked.out, hooked.err);
    assert_int_equal(hooked.code, alone.code);
    assert_int_equal(hooked.out_length, alone.out_length);
    assert_memory_equal(hooked.out, alone.out, alone.out_length);
    assert_string_equal(hooked.err, alone.err);
    outcome_free(&alone);
    return hooked;
}

static struct outcome assert_unchanged(const WCHAR *program, const WCHAR *rest)
{
    return assert_path_unchanged(beside(program), rest, NULL);
}

static void assert_text(struct outcome outcome, const char *text)
{
    if (!strstr(outcome.out, text)) print_error("no \"%s\" in: %s\n", text, outcome.out);
    assert_non_null(strstr(outcome.out, text));
    outcome_free(&outcome);
}

static void assert_wide_text(struct outcome outcome, const WCHAR *text)
{
    assert_int_equal(outcome.out_length, wcslen(text) * sizeof *text);
    assert_memory_equal(outcome.out, text, outcome.out_length);
    outcome_free(&outcome);
}

TEST(the_last_error_at_its_entry_point_and_its_jobs_are_unchanged)
{
    assert_text(assert_unchanged(L"jobs.exe", L""), "alone: first error ");
}

TEST(what_its_tls_callbacks_meet_is_unchanged)
{
    assert_text(assert_unchanged(L"callbacks.exe", L""), "first: reason 1");
}

TEST(startup_info_console_and_standard_handles_of_a_program_are_unchanged)
{
    assert_text(assert_unchanged(L"family.exe", L" report-startup"), "startup 0x");
}

/* Wine 11.10 gives a program 20 or 21 from the start, alone, where others start beside it: 60 and 60 of 120, and 100 of 100
   the same where none do. */
TEST(the_number_of_handles_of_a_program_is_unchanged)
{
    struct outcome alone, hooked;
    BOOLEAN are_equal = FALSE;
    int i;

    for (i = 0; i < 10 && !are_equal; i++) {
        run(FALSE, beside(L"family.exe"), L" report-handles", NULL, &alone);
        run(TRUE, beside(L"family.exe"), L" report-handles", NULL, &hooked);
        are_equal = strstr(alone.out, "handles") && !strcmp(alone.out, hooked.out);
        if (!are_equal) print_message("alone %shooked %s", alone.out, hooked.out);
        outcome_free(&alone);
        outcome_free(&hooked);
    }
    assert_true(are_equal);
}

TEST(the_command_line_of_a_program_is_unchanged)
{
    static const WCHAR *const rests[] = {
        L"", L"   many\t blanks  ", L" \"in quotes\" half\"way quo\"ted", L" \\ \\\\ \\\" \\\\\" a\\\\b\" c\\",
        L" \u00e4\u00df\u20ac \u4e2d\u6587 \xd83d\xde00 \xdc00", L" a\nb\rc\x1",
    };
    const WCHAR *copy = copy_to_scratch(L"witness.exe", L"a \u03b2 witness.exe");
    size_t i;

    want(L"line");
    for (i = 0; i < ARRAYSIZE(rests); i++)
        assert_wide_text(assert_path_unchanged(copy, rests[i], NULL), format_line(L"\"%ls\"%ls", copy, rests[i]));
}

TEST(standard_streams_of_a_program_are_unchanged)
{
    struct outcome outcome;

    want(L"streams");
    outcome = assert_unchanged(L"witness.exe", L"");
    assert_int_equal(outcome.out_length, 50000);
    assert_string_equal(outcome.err, "on stderr");
    outcome_free(&outcome);
}

TEST(the_current_directory_of_a_program_is_unchanged)
{
    want(L"directory");
    assert_wide_text(assert_path_unchanged(beside(L"witness.exe"), L"", scratch()), scratch());
}

TEST(the_exit_code_of_a_program_is_unchanged)
{
    static const DWORD codes[] = { 0, 1, 125, STILL_ACTIVE, 0x1ff, STATUS_ACCESS_VIOLATION, 0xffffffff };
    struct outcome outcome;
    size_t i;

    for (i = 0; i < ARRAYSIZE(codes); i++) {
        want(format_line(L"exit 0x%lx", codes[i]));
        outcome = assert_unchanged(L"witness.exe", L"");
        assert_int_equal(outcome.code, codes[i]);
        outcome_free(&outcome);
    }
}

TEST(the_image_of_a_program_is_that_of_its_file)
{
    struct outcome outcome = assert_unchanged(L"checksum.exe", L"");

    assert_int_equal(outcome.code, 0);
    outcome_free(&outcome);
}
