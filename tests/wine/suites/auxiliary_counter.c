/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"

static void there_is_no_auxiliary_counter_under_wine(void **state)
{
    ULONGLONG value = UNTOUCHED, error = UNTOUCHED;

    (void)state;
    if (!is_wine()) SKIP_BECAUSE("this system may have one");
    SetLastError(POISON);
    assert_int_equal(QueryAuxiliaryCounterFrequency(&value), E_NOTIMPL);
    assert_int_equal(ConvertAuxiliaryCounterToPerformanceCounter(1000, &value, &error), E_NOTIMPL);
    assert_int_equal(ConvertPerformanceCounterToAuxiliaryCounter(1000, &value, &error), E_NOTIMPL);
    assert_int_equal(GetLastError(), POISON);
    assert_int_equal(value, UNTOUCHED);
    assert_int_equal(error, UNTOUCHED);
}

static void without_an_output_the_answer_is_the_same(void **state)
{
    (void)state;
    if (!is_wine()) SKIP_BECAUSE("this system may have one");
    SetLastError(POISON);
    assert_int_equal(QueryAuxiliaryCounterFrequency(NULL), E_NOTIMPL);
    assert_int_equal(ConvertAuxiliaryCounterToPerformanceCounter(1000, NULL, NULL), E_NOTIMPL);
    assert_int_equal(ConvertPerformanceCounterToAuxiliaryCounter(1000, NULL, NULL), E_NOTIMPL);
    assert_int_equal(GetLastError(), POISON);
}

int auxiliary_counter_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_no_auxiliary_counter_under_wine),
        cmocka_unit_test(without_an_output_the_answer_is_the_same),
    };

    return cmocka_run_group_tests_name("auxiliary counter", tests, NULL, NULL);
}
