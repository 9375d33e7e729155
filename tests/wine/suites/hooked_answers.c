/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, hooked. */
#include "plain_truth.h"

TEST(a_program_that_imports_the_functions_gets_correct_times_when_it_is_hooked)
{
    assert_correct_times(L"plain_import.exe", "import");
}

TEST(a_program_that_looks_the_functions_up_gets_correct_times_when_it_is_hooked)
{
    assert_correct_times(L"plain_lookup.exe", "kernel32", "kernelbase");
}
