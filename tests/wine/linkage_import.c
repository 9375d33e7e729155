/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "functions.h"
#include "pe.h"

static void a_program_linked_with_the_import_library_imports_the_functions_from_the_dll(void **state)
{
    enum which which;
    const char *from;

    (void)state;
    for (which = 0; which < CALLS; which++) {
        from = pe_imports_from(GetModuleHandleW(NULL), calls[which].name);
        assert_non_null(from);
        assert_string_equal(from, "cycletime.dll");
    }
}

static void loading_the_dll_grafts_nothing(void **state)
{
    HMODULE kernel32 = GetModuleHandleW(L"kernel32.dll"), cycletime = GetModuleHandleW(L"cycletime.dll");
    enum which which;

    (void)state;
    for (which = 0; which < CALLS; which++)
        assert_true(GetProcAddress(kernel32, calls[which].name) != GetProcAddress(cycletime, calls[which].name));
}

int linkage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_linked_with_the_import_library_imports_the_functions_from_the_dll),
        cmocka_unit_test(loading_the_dll_grafts_nothing),
    };

    return cmocka_run_group_tests_name("linkage", tests, NULL, NULL);
}
