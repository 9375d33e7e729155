/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/tools.h"

#include <stdlib.h>
#include <string.h>

static struct text text;

static void check(enum text_form form, const wchar_t *name, size_t length, const char *expected)
{
    uint16_t *exact = malloc(length * sizeof *exact + 1);  /* with nothing behind it */

    memcpy(exact, name, length * sizeof *exact);
    text_add_name(&text, exact, length, form);
    free(exact);
    text_add(&text, "%s", "");
    assert_false(text.failed);
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

#define CHECK(form, name, expected) check(form, name, sizeof(name) / sizeof(wchar_t) - 1, expected)

TEST(names_become_utf_8)
{
    CHECK(TEXT_PLAIN, L"a\x00e9\x4e00\xd83d\xde00.exe", "a\xc3\xa9\xe4\xb8\x80\xf0\x9f\x98\x80.exe");
    CHECK(TEXT_PLAIN, L"", "");
}

TEST(halves_of_a_pair_are_replaced)
{
    CHECK(TEXT_JSON, L"\xd83d", "\xef\xbf\xbd");
    CHECK(TEXT_JSON, L"\xd83dx", "\xef\xbf\xbdx");
    CHECK(TEXT_JSON, L"\xde00\xd83d", "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(TEXT_JSON, L"\xd83d\xd83d\xde00", "\xef\xbf\xbd\xf0\x9f\x98\x80");
}

TEST(a_character_that_no_text_may_hold_is_replaced)
{
    CHECK(TEXT_XML, L"\xfffe\xffff", "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(TEXT_XML, L"a\0b\n\x1b\x7f\x9b", "a\xef\xbf\xbd" "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(TEXT_PLAIN, L"\x1b[2J", "\xef\xbf\xbd[2J");
}

TEST(json_escapes)
{
    CHECK(TEXT_JSON, L"a\"b\\c<&,\n\0", "a\\\"b\\\\c<&,\\u000a\\u0000");
}

TEST(csv_doubles_quotes)
{
    CHECK(TEXT_CSV, L"a\"b,c\r\n", "a\"\"b,c\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(xml_escapes)
{
    CHECK(TEXT_XML, L"<a href=\"x\">&amp;", "&lt;a href=&quot;x&quot;&gt;&amp;amp;");
}

TEST(a_text_grows_to_any_length)
{
    char part[1000];
    int i;

    memset(part, 'x', sizeof part - 1);
    part[sizeof part - 1] = 0;
    for (i = 0; i < 100; i++) text_add(&text, "%s%d", part, i % 10);
    assert_int_equal(text.length, 100 * sizeof part);
    for (i = 0; i < 100; i++) assert_int_equal(text.bytes[(i + 1) * sizeof part - 1], '0' + i % 10);
    text_free(&text);
}
