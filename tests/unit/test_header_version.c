/* SPDX-License-Identifier: MIT */
/* The version stands in the header and in project(). */
#include "apart.h"
#include "cycletime.h"

#include <stdio.h>

static void version_of_the_header_is_that_of_the_project(void **state)
{
    (void)state;
    assert_int_equal(CYCLETIME_VERSION, CYCLETIME_PROJECT_VERSION);
}

static void version_in_words_is_that_in_numbers(void **state)
{
    char words[32];

    (void)state;
    snprintf(words, sizeof words, "%d.%d.%d", CYCLETIME_VERSION_MAJOR, CYCLETIME_VERSION_MINOR, CYCLETIME_VERSION_PATCH);
    assert_string_equal(CYCLETIME_VERSION_STRING, words);
}

static void version_of_the_library_is_that_of_the_header(void **state)
{
    (void)state;
    assert_int_equal(CycletimeQueryVersion(), CYCLETIME_VERSION);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_of_the_header_is_that_of_the_project),
        cmocka_unit_test(version_in_words_is_that_in_numbers),
        cmocka_unit_test(version_of_the_library_is_that_of_the_header),
    };

    return RUN_APART(tests);
}
