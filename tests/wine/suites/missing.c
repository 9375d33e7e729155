/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime that import functions which this system may lack. */
#include "plain_truth.h"
#include "processor_times.h"

#include <string.h>

static void assert_answered(const WCHAR *program)
{
    struct processor_times before[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    ULONG64 counter_before = counter(), counter_after;
    const struct outcome *outcome;
    struct said answer;

    if (!is_wine()) SKIP_BECAUSE("the answers are others");
    system_processor_times(before);
    outcome = plain_run(program, TRUE);
    system_processor_times(after);
    counter_after = counter();
    assert_null(strstr(outcome->out, "raised"));
    assert_idle(said(outcome, "library", "idle"), before[0].idle, after[0].idle);
    answer = said(outcome, "library", "system");
    assert_int_equal(answer.done, FALSE);
    assert_int_equal(answer.error, ERROR_NOT_SUPPORTED);
    assert_int_equal(answer.value, 0);
    answer = said(outcome, "library", "precise");
    assert_int_equal(answer.error, 0);
    assert_in_range(answer.value, counter_before, counter_after);
}

TEST(a_program_that_imports_what_the_system_lacks_is_answered_when_it_is_hooked)
{
    assert_answered(L"plain_newer_import.exe");
}

TEST(a_program_that_delays_its_import_of_what_the_system_lacks_is_answered_when_it_is_hooked)
{
    assert_answered(L"plain_newer_delay.exe");
}

TEST(a_program_whose_dll_imports_what_the_system_lacks_is_answered_when_it_is_hooked)
{
    assert_answered(L"plain_using_newer_bound.exe");
}

TEST(a_program_that_loads_a_dll_which_imports_what_the_system_lacks_is_answered_when_it_is_hooked)
{
    assert_answered(L"plain_late_newer_bound.exe");
}

TEST(without_cycletime_each_of_them_ends_at_its_first_call_of_what_the_system_lacks)
{
    static const WCHAR *const programs[] = { L"plain_newer_import.exe", L"plain_newer_delay.exe",
                                             L"plain_using_newer_bound.exe", L"plain_late_newer_bound.exe" };
    const struct outcome *outcome;
    size_t i;

    if (GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetProcessorSystemCycleTime"))
        SKIP_BECAUSE("this system lacks none of them");
    for (i = 0; i < ARRAYSIZE(programs); i++) {
        outcome = plain_run(programs[i], FALSE);
        assert_int_equal(said(outcome, "", "raised").done, TRUE);
    }
}
