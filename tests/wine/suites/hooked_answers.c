/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, hooked. */
#include "semantics.h"
#include "plain_truth.h"

TEST(a_program_that_imports_the_functions_gets_correct_times_when_it_is_hooked)
{
    static const char *const who[] = { "import" };

    assert_correct_times(L"plain_import.exe", who, ARRAYSIZE(who));
}

TEST(a_program_that_looks_the_functions_up_gets_correct_times_when_it_is_hooked)
{
    static const char *const who[] = { "kernel32", "kernelbase" };

    assert_correct_times(L"plain_lookup.exe", who, ARRAYSIZE(who));
}

int hooked_answers_tests(void)
{
    return RUN_TESTS("answers of a hooked program", NULL, NULL);
}
