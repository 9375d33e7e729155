/* SPDX-License-Identifier: MIT */
/* Paths of performance counters: what they name, and what is none. */
#include "apart.h"
#include "counters/counters.h"

#include <string.h>

static struct counter_path path;

static void assert_text(struct text text, const WCHAR *expected)
{
    assert_true(text_is(text, expected));
}

TEST(a_path_has_an_object_and_a_counter)
{
    assert_true(path_parse(L"\\System\\System Up Time", &path));
    assert_text(path.object, L"System");
    assert_text(path.counter, L"System Up Time");
    assert_int_equal(path.machine.length | path.instance.length | path.parent.length | path.index, 0);
}

TEST(a_path_may_have_all_parts)
{
    assert_true(path_parse(L"\\\\server\\Thread(java/12#3)\\% Processor Time", &path));
    assert_text(path.machine, L"server");
    assert_text(path.object, L"Thread");
    assert_text(path.parent, L"java");
    assert_text(path.instance, L"12");
    assert_int_equal(path.index, 3);
    assert_text(path.counter, L"% Processor Time");
}

TEST(names_of_instances_may_hold_what_ends_other_names)
{
    assert_true(path_parse(L"\\Process(a (x86)\\b)\\ID Process", &path));
    assert_text(path.instance, L"a (x86)\\b");
    assert_text(path.counter, L"ID Process");
    assert_true(path_parse(L"\\Process(c#)\\ID Process", &path));
    assert_text(path.instance, L"c#");
    assert_true(path_parse(L"\\File(/swap)\\% Usage", &path));
    assert_text(path.instance, L"/swap");
    assert_int_equal(path.parent.length, 0);
    assert_int_equal(path.index, 0);
}

TEST(a_number_that_is_too_long_is_part_of_the_name)
{
    assert_true(path_parse(L"\\Process(a#12345678901)\\ID Process", &path));
    assert_text(path.instance, L"a#12345678901");
    assert_int_equal(path.index, 0);
    assert_true(path_parse(L"\\Process(a#4294967296)\\ID Process", &path));
    assert_text(path.instance, L"a#4294967296");
}

TEST(the_number_minus_one_is_none)
{
    assert_true(path_parse(L"\\Process(a#4294967295)\\ID Process", &path));
    assert_text(path.instance, L"a");
    assert_int_equal(path.index, 0);
    assert_true(path_parse(L"\\Process(a#4294967294)\\ID Process", &path));
    assert_int_equal(path.index, 4294967294);
}

TEST(a_star_in_place_of_the_number_means_all)
{
    assert_true(path_parse(L"\\Process(a#*)\\ID Process", &path));
    assert_text(path.instance, L"a");
    assert_true(path.any_index && path_has_wildcard(&path));
    assert_true(path_parse(L"\\Thread(a*/0)\\ID Thread", &path));
    assert_true(!path.any_index && path_has_wildcard(&path));
    assert_true(path_parse(L"\\Thread(a/0)\\ID Thread", &path));
    assert_false(path_has_wildcard(&path));
}

TEST(a_text_that_lacks_a_part_is_no_path)
{
    static const WCHAR *const none[] = { L"",           L"\\",           L"\\System",         L"\\System\\",
                                         L"System\\Up", L"\\\\",         L"\\\\server",       L"\\\\server\\System",
                                         L"\\\\\\a\\b", L"\\System(a\\b", L"\\System(a)b\\c", L"\\Processor()\\a",
                                         L"\\(a)\\b",   L"\\a(b/)\\c",   L"\\a(#1)\\b",       L"Up Time" };
    size_t i;

    for (i = 0; i < sizeof none / sizeof *none; i++)
        if (path_parse(none[i], &path)) fail_msg("number %zu", i);
}

TEST(names_are_the_same_in_capitals_and_small_letters)
{
    assert_true(text_is(as_text(L"_TOTAL"), L"_Total"));
    assert_false(text_is(as_text(L"_Tota"), L"_Total"));
    assert_false(text_is(as_text(L"_Totals"), L"_Total"));
    assert_false(text_is(as_text(L"@"), L"`"));
}

TEST(a_star_stands_for_any_characters)
{
    assert_true(text_matches(as_text(L"*"), L"anything"));
    assert_true(text_matches(as_text(L"*"), L""));
    assert_true(text_matches(as_text(L"a*c"), L"abcbc"));
    assert_true(text_matches(as_text(L"A**C"), L"ac"));
    assert_true(text_matches(as_text(L"0,*"), L"0,_Total"));
    assert_false(text_matches(as_text(L"a*c"), L"abcb"));
    assert_false(text_matches(as_text(L"a"), L"ab"));
    assert_false(text_matches(as_text(L"ab"), L"a"));
    assert_false(text_matches(as_text(L""), L"a"));
    assert_true(text_has_wildcard(as_text(L"a*")));
    assert_false(text_has_wildcard(as_text(L"a")));
}

/* Parses a path and makes the string again, also into a buffer that is too short, behind whose end nothing is written. */
static void assert_is_made_again(const WCHAR *string, const WCHAR *expected)
{
    const ULONG length = as_text(expected).length + 1;
    WCHAR made[64];

    assert_true(path_parse(string, &path));
    memset(made, 0xcc, sizeof made);
    assert_int_equal(path_make(&path, made, length), length);
    assert_memory_equal(made, expected, length * sizeof *made);
    memset(made, 0xcc, sizeof made);
    assert_int_equal(path_make(&path, made, 3), length);
    assert_memory_equal(made, expected, 3 * sizeof *made);
    assert_int_equal(made[3], 0xcccc);
}

TEST(a_path_is_made_of_its_parts)
{
    assert_is_made_again(L"\\System\\Up", L"\\System\\Up");
    assert_is_made_again(L"\\\\m\\Thread(java/12#30)\\% a", L"\\\\m\\Thread(java/12#30)\\% a");
    assert_is_made_again(L"\\Process(a#*)\\b", L"\\Process(a#*)\\b");
    assert_is_made_again(L"\\Process(a#0)\\b", L"\\Process(a)\\b");
}
