/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/tools.h"

#include <locale.h>
#include <wchar.h>

static size_t length_of(const wchar_t *text)
{
    size_t length = 0;

    while (text[length]) length++;
    return length;
}

static bool contains(const wchar_t *name, const wchar_t *part)
{
    return text_has_part((const uint16_t *)name, length_of(name), (const uint16_t *)part, length_of(part));
}

static int compare(const wchar_t *a, const wchar_t *b)
{
    return text_compare_names((const uint16_t *)a, length_of(a), (const uint16_t *)b, length_of(b));
}

TEST(a_part_may_stand_anywhere)
{
    assert_true(contains(L"encoder.exe", L"enc"));
    assert_true(contains(L"encoder.exe", L"code"));
    assert_true(contains(L"encoder.exe", L".exe"));
    assert_true(contains(L"encoder.exe", L"encoder.exe"));
    assert_true(contains(L"aab", L"ab"));
    assert_true(contains(L"", L""));
    assert_false(contains(L"encoder.exe", L"encoder.exes"));
    assert_false(contains(L"", L"e"));
}

TEST(case_makes_no_difference)
{
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    assert_true(contains(L"Encoder.EXE", L"eNCODER.exe"));
    assert_true(contains(L"\xc4\xd6\xdc\x178.exe", L"\xe4\xf6\xfc"));             /* Latin-1 */
    assert_true(contains(L"\x141\xd3\x17b\x143.exe", L"\x142\xf3\x17c\x144"));    /* Polish */
    assert_true(contains(L"\x158\x148.exe", L"\x159\x147"));                      /* Czech */
    assert_true(contains(L"\x391\x3a9.exe", L"\x3b1\x3c9"));                      /* Greek */
    assert_true(contains(L"\x401\x416\x42f.exe", L"\x451\x436\x44f"));            /* Cyrillic */
    assert_false(contains(L"\xd7", L"\xf7"));                                     /* signs, no letters */
    assert_false(contains(L"[", L"{"));
    assert_false(contains(L"\x130", L"\x131"));                                   /* Turkish: two letters */
    assert_true(contains(L"\xd83d\xde00 x", L"\xd83d\xde00"));
}

TEST(names_are_ordered_by_letters_then_by_length)
{
    assert_true(compare(L"a", L"B") < 0);
    assert_true(compare(L"C", L"b") > 0);
    assert_true(compare(L"a", L"ab") < 0);
    assert_true(compare(L"ab", L"A") > 0);
    assert_int_equal(compare(L"aB", L"Ab"), 0);
}
