/* SPDX-License-Identifier: MIT */
/* The code that is copied into a child, where it cannot do what it is for. */
#include "run_process.h"
#include "support.h"

static DWORD code_of(const WCHAR *line)
{
    struct program program;

    program_start(&program, beside(L"apcless.exe"), line, NULL, NULL);
    return program_end(&program);
}

static void child_without_kernel32_does_not_run_where_it_must_be_grafted(void **state)
{
    (void)state;
    assert_int_equal(code_of(L"apcless must"), 125);
}

static void child_without_kernel32_runs_on_else(void **state)
{
    (void)state;
    assert_int_equal(code_of(L"apcless may"), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(child_without_kernel32_does_not_run_where_it_must_be_grafted),
        cmocka_unit_test(child_without_kernel32_runs_on_else),
    };

    return finish(cmocka_run_group_tests(tests, NULL, NULL));
}
