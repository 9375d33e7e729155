/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "cli/command_line.h"

#include <stdlib.h>

/* The C library's wide characters are 32 bits wide here, and Windows' are not. */
static size_t length_of(const wchar_t *string)
{
    size_t length = 0;

    while (string[length]) length++;
    return length;
}

static int is_equal(const wchar_t *a, const wchar_t *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void print_wide(const char *what, const wchar_t *string)
{
    print_error("%s: [", what);
    for (; *string; string++) print_error("%c", *string < 0x80 ? (char)*string : '?');
    print_error("]\n");
}

static void check_equal(const char *what, const wchar_t *line, const wchar_t *got, const wchar_t *expected, int at)
{
    if (is_equal(got, expected)) return;
    print_wide("line", line);
    print_wide(what, got);
    print_wide("expected", expected);
    _fail(__FILE__, at);
}

/* With no byte more room than is promised to suffice. */
static void check_next(const wchar_t *line, const wchar_t *argument, const wchar_t *rest, int at)
{
    wchar_t *got = malloc((length_of(line) + 1) * sizeof *got);
    const wchar_t *behind = command_line_next(line, got);

    check_equal("argument", line, got, argument, at);
    check_equal("rest", line, behind, rest, at);
    assert_true(behind >= line && behind <= line + length_of(line));
    free(got);
}

#define NEXT(line, argument, rest) check_next(line, argument, rest, __LINE__)
#define SKIP(line, rest) check_equal("rest", line, command_line_skip_name(line), rest, __LINE__)

static void plain_arguments_end_at_blanks(void **state)
{
    (void)state;
    NEXT(L"one two", L"one", L" two");
    NEXT(L"one\ttwo", L"one", L"\ttwo");
    NEXT(L" \t one", L"one", L"");
    NEXT(L"one\ntwo", L"one\ntwo", L"");
}

static void nothing_is_left_at_the_end(void **state)
{
    (void)state;
    NEXT(L"", L"", L"");
    NEXT(L" \t ", L"", L"");
}

static void quotes_hold_blanks(void **state)
{
    (void)state;
    NEXT(L"\"a b\tc\" d", L"a b\tc", L" d");
    NEXT(L"a\" \"b c", L"a b", L" c");
    NEXT(L"\"a\"b\"c\" d", L"abc", L" d");
}

static void quotes_without_an_end_reach_to_the_end(void **state)
{
    (void)state;
    NEXT(L"\"a b c ", L"a b c ", L"");
    NEXT(L"\"", L"", L"");
}

static void empty_argument_is_passed_over(void **state)
{
    (void)state;
    NEXT(L"\"\" next", L"", L" next");
    NEXT(L"\"\"\tnext", L"", L"\tnext");
    NEXT(L"a\"\"b", L"ab", L"");
}

static void two_quotes_within_quotes_are_one(void **state)
{
    (void)state;
    NEXT(L"\"a\"\"b c\" d", L"a\"b c", L" d");
    NEXT(L"\"\"\"\" d", L"\"", L" d");
    NEXT(L"\"\"\"a b\"\"\" c", L"\"a b\"", L" c");
}

static void backslashes_are_themselves_but_before_a_quote(void **state)
{
    (void)state;
    NEXT(L"C:\\dir\\x.exe a", L"C:\\dir\\x.exe", L" a");
    NEXT(L"\\\\host\\share a", L"\\\\host\\share", L" a");
    NEXT(L"a\\ b", L"a\\", L" b");
    NEXT(L"\"a\\ b\" c", L"a\\ b", L" c");
    NEXT(L"a\\\\", L"a\\\\", L"");
}

static void even_backslashes_before_a_quote_are_half_as_many(void **state)
{
    (void)state;
    NEXT(L"\"C:\\dir\\\\\" a", L"C:\\dir\\", L" a");
    NEXT(L"a\\\\\\\\\"b c\" d", L"a\\\\b c", L" d");
}

static void odd_backslashes_before_a_quote_escape_it(void **state)
{
    (void)state;
    NEXT(L"\\\" b", L"\"", L" b");
    NEXT(L"a\\\"b c", L"a\"b", L" c");
    NEXT(L"a\\\\\\\"b c", L"a\\\"b", L" c");
    NEXT(L"\"a\\\"b c\" d", L"a\"b c", L" d");
}

static void microsofts_own_examples(void **state)
{
    (void)state;
    NEXT(L"\"a b c\" d e", L"a b c", L" d e");
    NEXT(L"\"ab\\\"c\" \"\\\\\" d", L"ab\"c", L" \"\\\\\" d");
    NEXT(L" \"\\\\\" d", L"\\", L" d");
    NEXT(L"a\\\\\\b d\"e f\"g h", L"a\\\\\\b", L" d\"e f\"g h");
    NEXT(L" d\"e f\"g h", L"de fg", L" h");
    NEXT(L"a\\\\\\\\\"b c\" d e", L"a\\\\b c", L" d e");
}

static void rest_is_left_as_it_came(void **state)
{
    (void)state;
    NEXT(L"x  \"a\\\\\" \"\"  \\\" \t", L"x", L"  \"a\\\\\" \"\"  \\\" \t");
    NEXT(L"\"x\"\x00e9\xd83d\xde00 \xd83d \xfffe", L"x\x00e9\xd83d\xde00", L" \xd83d \xfffe");
}

static void name_ends_at_a_blank(void **state)
{
    (void)state;
    SKIP(L"run.exe a b", L" a b");
    SKIP(L"run.exe\ta", L"\ta");
    SKIP(L"run.exe", L"");
    SKIP(L"", L"");
}

static void name_in_quotes_holds_blanks(void **state)
{
    (void)state;
    SKIP(L"\"C:\\Program Files\\run.exe\" a b", L" a b");
    SKIP(L"C:\\Program\" \"Files\\run.exe a", L" a");
    SKIP(L"\"run.exe\"x a", L" a");
    SKIP(L"\"run a b", L"");
}

static void name_knows_no_escapes(void **state)
{
    (void)state;
    SKIP(L"\"C:\\dir\\\" a", L" a");
    SKIP(L"\\\"a b\" c", L" c");
    SKIP(L"\"\"a b\"\" c", L" b\"\" c");
    SKIP(L"\"\"\"a b\" c", L" c");
}

static void name_that_is_missing_leaves_the_blanks(void **state)
{
    (void)state;
    SKIP(L" a b", L" a b");
    SKIP(L"\"\" a", L" a");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_arguments_end_at_blanks),
        cmocka_unit_test(nothing_is_left_at_the_end),
        cmocka_unit_test(quotes_hold_blanks),
        cmocka_unit_test(quotes_without_an_end_reach_to_the_end),
        cmocka_unit_test(empty_argument_is_passed_over),
        cmocka_unit_test(two_quotes_within_quotes_are_one),
        cmocka_unit_test(backslashes_are_themselves_but_before_a_quote),
        cmocka_unit_test(even_backslashes_before_a_quote_are_half_as_many),
        cmocka_unit_test(odd_backslashes_before_a_quote_escape_it),
        cmocka_unit_test(microsofts_own_examples),
        cmocka_unit_test(rest_is_left_as_it_came),
        cmocka_unit_test(name_ends_at_a_blank),
        cmocka_unit_test(name_in_quotes_holds_blanks),
        cmocka_unit_test(name_knows_no_escapes),
        cmocka_unit_test(name_that_is_missing_leaves_the_blanks),
    };

    return RUN_APART(tests);
}
