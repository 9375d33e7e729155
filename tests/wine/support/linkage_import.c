/* SPDX-License-Identifier: MIT */
#include "linkage.h"
#include "pe.h"
#include "support.h"

TEST(a_program_linked_with_the_import_library_imports_the_functions_from_the_dll)
{
    const char *const *name, *from;

    for (name = linked; *name; name++) {
        from = pe_imports_from(GetModuleHandleW(NULL), *name);
        assert_non_null(from);
        assert_string_equal(from, "cycletime.dll");
    }
}

/* The system's own or none: a hook's lies in cycletime.dll, or is a jump that lies in no module. */
static void assert_not_hooked(const WCHAR *module, const char *name)
{
    void *function = (void *)GetProcAddress(GetModuleHandleW(module), name);
    HMODULE owner = NULL;

    if (!function) return;
    assert_true(GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                   function, &owner));
    assert_ptr_not_equal(owner, GetModuleHandleW(L"cycletime.dll"));
}

TEST(loading_the_dll_hooks_nothing)
{
    const char *const *name;

    assert_non_null(GetModuleHandleW(L"cycletime.dll"));
    for (name = linked; *name; name++) {
        assert_not_hooked(L"kernel32.dll", *name);
        assert_not_hooked(L"kernelbase.dll", *name);
    }
}
