/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, alone and grafted. */
#include "semantics.h"
#include "plain_truth.h"

static void a_program_that_imports_the_functions_is_told_the_truth_when_it_is_grafted(void **state)
{
    static const char *const who[] = { "import" };

    (void)state;
    assert_told_the_truth(L"plain_import.exe", who, ARRAYSIZE(who));
}

static void a_program_that_looks_the_functions_up_is_told_the_truth_when_it_is_grafted(void **state)
{
    static const char *const who[] = { "kernel32", "kernelbase" };

    (void)state;
    assert_told_the_truth(L"plain_lookup.exe", who, ARRAYSIZE(who));
}

static void the_program_that_imports_the_functions_meets_the_systems_fault_alone(void **state)
{
    (void)state;
    assert_fault_alone(L"plain_import.exe", "import");
}

static void the_program_that_looks_the_functions_up_meets_the_systems_fault_alone(void **state)
{
    (void)state;
    assert_fault_alone(L"plain_lookup.exe", "kernel32");
    assert_fault_alone(L"plain_lookup.exe", "kernelbase");
}

int drop_in_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_imports_the_functions_is_told_the_truth_when_it_is_grafted),
        cmocka_unit_test(a_program_that_looks_the_functions_up_is_told_the_truth_when_it_is_grafted),
        cmocka_unit_test(the_program_that_imports_the_functions_meets_the_systems_fault_alone),
        cmocka_unit_test(the_program_that_looks_the_functions_up_meets_the_systems_fault_alone),
    };

    return cmocka_run_group_tests_name("drop-in", tests, NULL, NULL);
}
