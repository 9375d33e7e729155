/* SPDX-License-Identifier: MIT */
#include "linkage.h"
#include "pe.h"
#include "support.h"

static void a_statically_linked_program_imports_the_functions_from_nowhere(void **state)
{
    const char *const *name;

    (void)state;
    assert_non_null(pe_imports_from(GetModuleHandleW(NULL), "GetLastError"));  /* that it is looked at rightly */
    for (name = linked; *name; name++) assert_null(pe_imports_from(GetModuleHandleW(NULL), *name));
    assert_int_equal(GetModuleHandleW(L"cycletime.dll") != NULL, with_hooks());
}

int linkage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statically_linked_program_imports_the_functions_from_nowhere),
    };

    return cmocka_run_group_tests_name("linkage", tests, NULL, NULL);
}
