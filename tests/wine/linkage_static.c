/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "functions.h"
#include "pe.h"

static void a_statically_linked_program_imports_the_functions_from_nowhere(void **state)
{
    enum which which;

    (void)state;
    assert_non_null(pe_imports_from(GetModuleHandleW(NULL), "GetLastError"));  /* that it is looked at rightly */
    for (which = 0; which < CALLS; which++)
        assert_null(pe_imports_from(GetModuleHandleW(NULL), calls[which].name));
    assert_null(GetModuleHandleW(L"cycletime.dll"));
}

int linkage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statically_linked_program_imports_the_functions_from_nowhere),
    };

    return cmocka_run_group_tests_name("linkage", tests, NULL, NULL);
}
