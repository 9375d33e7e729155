/* SPDX-License-Identifier: MIT */
#include "linkage.h"
#include "pe.h"
#include "support.h"

static void a_program_linked_with_the_import_library_imports_the_functions_from_the_dll(void **state)
{
    const char *const *name, *from;

    (void)state;
    for (name = linked; *name; name++) {
        from = pe_imports_from(GetModuleHandleW(NULL), *name);
        assert_non_null(from);
        assert_string_equal(from, "cycletime.dll");
    }
}

static void loading_the_dll_grafts_nothing(void **state)
{
    HMODULE kernel32 = GetModuleHandleW(L"kernel32.dll"), kernelbase = GetModuleHandleW(L"kernelbase.dll");
    HMODULE cycletime = GetModuleHandleW(L"cycletime.dll");
    const char *const *name;

    (void)state;
    for (name = linked; *name; name++) {
        assert_true(GetProcAddress(kernel32, *name) != GetProcAddress(cycletime, *name));
        assert_true(GetProcAddress(kernelbase, *name) != GetProcAddress(cycletime, *name));
    }
}

int linkage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_linked_with_the_import_library_imports_the_functions_from_the_dll),
        cmocka_unit_test(loading_the_dll_grafts_nothing),
    };

    return cmocka_run_group_tests_name("linkage", tests, NULL, NULL);
}
