/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/command/message.h"

#include <stdlib.h>

static void check_written(enum printable_form form, const char *text, const char *expected, int line)
{
    char *memory = NULL;
    size_t size;
    FILE *out = open_memstream(&memory, &size);

    assert_non_null(out);
    printable_put(out, text, form);
    fclose(out);
    _assert_string_equal(memory, expected, __FILE__, line);
    free(memory);
}

#define assert_put_xml(text, expected) check_written(PRINTABLE_XML, text, expected, __LINE__)
#define assert_put(text, shown, json) \
    do { \
        check_written(PRINTABLE_PLAIN, text, shown, __LINE__); \
        check_written(PRINTABLE_JSON, text, json, __LINE__); \
    } while (0)
#define assert_unchanged(text) assert_put(text, text, text)

TEST(characters_of_markup_are_escaped_in_xml_and_those_that_it_cannot_hold_are_replaced)
{
    assert_put_xml("<a href=\"b\">&amp;\xc3\x9f", "&lt;a href=\"b\"&gt;&amp;amp;\xc3\x9f");
    assert_put_xml("\033\n\xff\xef\xbf\xbe\xef\xbf\xbf\xe2\x80\xae.", "??????.");
}

TEST(letters_of_all_lengths_stay)
{
    assert_unchanged("");
    assert_unchanged("a ~\xc2\xa0\xc3\x9f\xe4\xb8\xad\xf0\x9f\x98\x80.exe");
    assert_unchanged("\xf4\x8f\xbf\xbf\xed\x9f\xbf\xee\x80\x80");
}

TEST(what_a_terminal_would_obey_is_a_question_mark)
{
    assert_put("\033[1m\r\n\t\x7f", "?[1m????", "\\u001b[1m\\u000d\\u000a\\u0009\\u007f");
    assert_put("\xc2\x80\xc2\x9b\xc2\x9f", "???", "\\u0080\\u009b\\u009f");
    assert_put("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", "???", "\\u061c\\u200e\\u200f");
    assert_put("\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9", "????", "\\u2028\\u202e\\u2066\\u2069");
}

TEST(characters_that_would_end_a_string_of_json_are_written_by_number)
{
    assert_put("\"\\/", "\"\\/", "\\u0022\\u005c/");
}

TEST(bytes_that_are_no_utf_8_are_broken_one_by_one)
{
    assert_put("\x80\xbf", "??", "\\ufffd\\ufffd");
    assert_put("\xc0\xaf\xc1\xbf", "????", "\\ufffd\\ufffd\\ufffd\\ufffd");
    assert_put("\xe0\x9f\xbf\xf0\x8f\xbf\xbf", "???????", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd");
    assert_put("\xed\xa0\x80", "???", "\\ufffd\\ufffd\\ufffd");
    assert_put("\xf4\x90\x80\x80\xf5\xff", "??????", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd");
    assert_put("a\xc3", "a?", "a\\ufffd");
    assert_put("\xe4\xb8", "??", "\\ufffd\\ufffd");
    assert_put("\xf0\x9f\x98z", "???z", "\\ufffd\\ufffd\\ufffdz");
}
