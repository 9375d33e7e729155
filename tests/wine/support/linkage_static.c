/* SPDX-License-Identifier: MIT */
#include "linkage.h"
#include "pe.h"
#include "support.h"

TEST(a_statically_linked_program_imports_the_functions_from_nowhere)
{
    const char *const *name;

    assert_non_null(pe_imports_from(GetModuleHandleW(NULL), "GetLastError"));  /* that it is looked at rightly */
    for (name = linked; *name; name++) assert_null(pe_imports_from(GetModuleHandleW(NULL), *name));
    assert_int_equal(GetModuleHandleW(L"cycletime.dll") != NULL, with_hooks());
}
