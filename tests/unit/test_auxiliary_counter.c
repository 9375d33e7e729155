/* SPDX-License-Identifier: MIT */
/* The auxiliary counter: the system's own answers, or none. */
#include "ask.h"

struct answers {
    HRESULT frequency_result, to_performance_result, to_auxiliary_result;
    DWORD error;
    ULONGLONG frequency, performance, performance_error, auxiliary, auxiliary_error;
};

static struct answers ask_all(void)
{
    struct answers got = { .frequency = UNTOUCHED, .performance = UNTOUCHED, .performance_error = UNTOUCHED,
                           .auxiliary = UNTOUCHED, .auxiliary_error = UNTOUCHED };

    SetLastError(POISON);
    got.frequency_result = QueryAuxiliaryCounterFrequency(&got.frequency);
    got.to_performance_result =
        ConvertAuxiliaryCounterToPerformanceCounter(1ull << 40, &got.performance, &got.performance_error);
    got.to_auxiliary_result = ConvertPerformanceCounterToAuxiliaryCounter(1ull << 41, &got.auxiliary, &got.auxiliary_error);
    got.error = GetLastError();
    return got;
}

static void assert_answers(struct answers got, HRESULT result, ULONGLONG frequency, ULONGLONG performance,
                           ULONGLONG performance_error, ULONGLONG auxiliary, ULONGLONG auxiliary_error)
{
    assert_int_equal(got.frequency_result, result);
    assert_int_equal(got.to_performance_result, result);
    assert_int_equal(got.to_auxiliary_result, result);
    assert_int_equal(got.error, POISON);
    assert_int_equal(got.frequency, frequency);
    assert_int_equal(got.performance, performance);
    assert_int_equal(got.performance_error, performance_error);
    assert_int_equal(got.auxiliary, auxiliary);
    assert_int_equal(got.auxiliary_error, auxiliary_error);
}

TEST_ON(windows_10, systems_answers_are_passed_through)
{
    assert_answers(ask_all(), S_OK, 24000000, 3 * (1ull << 40) + 1, 7, 5 * (1ull << 41) + 2, 9);
}

TEST_ON(windows_10, systems_failures_are_passed_through)
{
    fake_time.auxiliary = E_INVALIDARG;
    assert_answers(ask_all(), E_INVALIDARG, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED);
    fake_time.auxiliary = E_NOTIMPL;
    assert_answers(ask_all(), E_NOTIMPL, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED);
}

TEST_ON(windows_10, error_may_be_left_out)
{
    ULONGLONG value;

    assert_int_equal(ConvertAuxiliaryCounterToPerformanceCounter(1, &value, NULL), S_OK);
    assert_int_equal(value, 4);
    assert_int_equal(ConvertPerformanceCounterToAuxiliaryCounter(1, &value, NULL), S_OK);
    assert_int_equal(value, 7);
}

TEST_CASES(not_implemented_where_there_is_none,
           ON(windows_7, not_implemented_where_there_is_none), ON(windows_xp, not_implemented_where_there_is_none),
           ON_WINE(not_implemented_where_there_is_none))
{
    assert_answers(ask_all(), E_NOTIMPL, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED);
    assert_int_equal(QueryAuxiliaryCounterFrequency(NULL), E_NOTIMPL);
    assert_int_equal(ConvertAuxiliaryCounterToPerformanceCounter(0, NULL, NULL), E_NOTIMPL);
    assert_int_equal(ConvertPerformanceCounterToAuxiliaryCounter(0, NULL, NULL), E_NOTIMPL);
}
