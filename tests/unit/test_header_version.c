/* SPDX-License-Identifier: MIT */
/* The version stands in the header and in project(). */
#include "apart.h"
#include "cycletime.h"

static void version_of_the_header_is_that_of_the_project(void **state)
{
    (void)state;
    assert_int_equal(CYCLETIME_VERSION, CYCLETIME_PROJECT_VERSION);
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
        cmocka_unit_test(version_of_the_library_is_that_of_the_header),
    };

    return RUN_APART(tests);
}
