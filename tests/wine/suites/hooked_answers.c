/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, hooked. */
#include "semantics.h"
#include "plain_truth.h"

static void a_program_that_imports_the_functions_gets_correct_times_when_it_is_hooked(void **state)
{
    static const char *const who[] = { "import" };

    (void)state;
    assert_correct_times(L"plain_import.exe", who, ARRAYSIZE(who));
}

static void a_program_that_looks_the_functions_up_gets_correct_times_when_it_is_hooked(void **state)
{
    static const char *const who[] = { "kernel32", "kernelbase" };

    (void)state;
    assert_correct_times(L"plain_lookup.exe", who, ARRAYSIZE(who));
}

int hooked_answers_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_imports_the_functions_gets_correct_times_when_it_is_hooked),
        cmocka_unit_test(a_program_that_looks_the_functions_up_gets_correct_times_when_it_is_hooked),
    };

    return cmocka_run_group_tests_name("answers of a hooked program", tests, NULL, NULL);
}
