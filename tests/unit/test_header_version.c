/* SPDX-License-Identifier: MIT */
/* The version stands in the header and in project(). */
#include "apart.h"
#include "cycletime.h"

#include <stdio.h>

TEST(version_of_the_header_is_that_of_the_project)
{
    assert_int_equal(CYCLETIME_VERSION, CYCLETIME_PROJECT_VERSION);
}

TEST(version_in_words_is_that_in_numbers)
{
    char words[32];

    snprintf(words, sizeof words, "%d.%d.%d", CYCLETIME_VERSION_MAJOR, CYCLETIME_VERSION_MINOR, CYCLETIME_VERSION_PATCH);
    assert_string_equal(CYCLETIME_VERSION_STRING, words);
}

TEST(version_of_the_library_is_that_of_the_header)
{
    assert_int_equal(CycletimeQueryVersion(), CYCLETIME_VERSION);
}
