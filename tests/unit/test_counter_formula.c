/* SPDX-License-Identifier: MIT */
/* Windows' formulas for performance counters. */
#include "apart.h"
#include "counters/counters.h"

#include <pdhmsg.h>

#define SECOND 10000000

static PDH_FMT_COUNTERVALUE value;

static PDH_RAW_COUNTER raw(LONGLONG first, LONGLONG second)
{
    return (PDH_RAW_COUNTER){ .FirstValue = first, .SecondValue = second, .MultiCount = 1 };
}

static DWORD format(ULONG type, LONG scale, ULONG how, PDH_RAW_COUNTER now, PDH_RAW_COUNTER before)
{
    return (DWORD)formula_format(type, scale, how, &now, &before, &value);
}

/* The arguments after the expected value are those of format(). */
#define assert_formatted(member, expected, ...) do { \
    assert_int_equal(format(__VA_ARGS__), ERROR_SUCCESS); \
    assert_true(value.member == (expected)); \
} while (0)

static double real(ULONG type, PDH_RAW_COUNTER now, PDH_RAW_COUNTER before)
{
    assert_formatted(CStatus, PDH_CSTATUS_VALID_DATA, type, 0, PDH_FMT_DOUBLE, now, before);
    return value.doubleValue;
}

TEST(a_timer_is_a_percentage_of_the_time)
{
    assert_true(real(TYPE_TIMER, raw(30, 200), raw(5, 100)) == 25);
    assert_true(real(TYPE_INVERSE_TIMER, raw(30, 200), raw(5, 100)) == 75);
}

TEST(a_percentage_stays_within_a_hundred_unless_it_may_not)
{
    assert_true(real(TYPE_TIMER, raw(300, 200), raw(0, 100)) == 100);
    assert_formatted(longValue, 300, TYPE_TIMER, 0, PDH_FMT_LONG | PDH_FMT_NOCAP100, raw(300, 200), raw(0, 100));
    assert_true(real(TYPE_INVERSE_TIMER, raw(101, 200), raw(0, 100)) == 0);
}

TEST(in_no_time_nothing_has_happened)
{
    assert_true(real(TYPE_TIMER, raw(5, 100), raw(5, 100)) == 0);
    assert_true(real(TYPE_INVERSE_TIMER, raw(5, 100), raw(5, 100)) == 0);
    assert_true(real(TYPE_RATE, raw(5, 100), raw(4, 100)) == 0);
}

TEST(a_rate_is_by_the_second_and_its_32_bits_may_wrap)
{
    assert_true(real(TYPE_RATE, raw(30, 3 * SECOND), raw(10, SECOND)) == 10);
    assert_true(real(TYPE_RATE, raw(9, SECOND), raw(0xffffffff, 0)) == 10);
}

TEST(elapsed_time_is_in_seconds_and_takes_one_sample)
{
    PDH_RAW_COUNTER now = raw(SECOND, 3 * SECOND + SECOND / 2);

    assert_int_equal(formula_format(TYPE_ELAPSED, 0, PDH_FMT_DOUBLE, &now, NULL, &value), ERROR_SUCCESS);
    assert_true(value.doubleValue == 2.5);
    assert_false(formula_needs_two(TYPE_ELAPSED));
    assert_int_equal(format(TYPE_ELAPSED, 0, PDH_FMT_LONG, raw(2, 1), raw(0, 0)), PDH_CALC_NEGATIVE_VALUE);
}

TEST(a_fraction_is_a_percentage_of_its_whole)
{
    PDH_RAW_COUNTER now = raw(1, 8), none = raw(0, 0);

    assert_int_equal(formula_format(TYPE_FRACTION, 0, PDH_FMT_DOUBLE, &now, NULL, &value), ERROR_SUCCESS);
    assert_true(value.doubleValue == 12.5);
    assert_int_equal(formula_format(TYPE_FRACTION, 0, PDH_FMT_DOUBLE, &none, NULL, &value), ERROR_SUCCESS);
    assert_true(value.doubleValue == 0);
    assert_false(formula_needs_two(TYPE_FRACTION));
}

TEST(an_average_is_of_what_both_have_grown_by_and_may_be_above_a_hundred)
{
    assert_true(real(TYPE_AVERAGE, raw(500, 12), raw(100, 10)) == 200);
    assert_true(formula_needs_two(TYPE_AVERAGE));
}

TEST(a_large_rate_does_not_wrap)
{
    assert_true(real(TYPE_LARGE_RATE, raw(30, 3 * SECOND), raw(10, SECOND)) == 10);
    assert_int_equal(format(TYPE_LARGE_RATE, 0, PDH_FMT_DOUBLE, raw(9, SECOND), raw(0xffffffff, 0)),
                     PDH_CALC_NEGATIVE_VALUE);
}

TEST(a_number_is_reported_to_the_last_bit)
{
    const LONGLONG odd = ((LONGLONG)1 << 60) + 1;

    assert_formatted(largeValue, odd, TYPE_LARGE_NUMBER, 0, PDH_FMT_LARGE, raw(odd, 0), raw(0, 0));
    assert_formatted(longValue, 0x7fffffff, TYPE_LARGE_NUMBER, 0, PDH_FMT_LONG, raw(odd, 0), raw(0, 0));
    assert_formatted(largeValue, 0x7fffffffffffffff, TYPE_LARGE_NUMBER, 7, PDH_FMT_LARGE, raw(odd, 0), raw(0, 0));
}

TEST(a_scale_is_a_power_of_ten_and_may_be_left_out)
{
    assert_formatted(longValue, 500, TYPE_NUMBER, 2, PDH_FMT_LONG, raw(5, 0), raw(0, 0));
    assert_formatted(doubleValue, 0.5, TYPE_NUMBER, -1, PDH_FMT_DOUBLE, raw(5, 0), raw(0, 0));
    assert_formatted(longValue, 5, TYPE_NUMBER, 2, PDH_FMT_LONG | PDH_FMT_NOSCALE, raw(5, 0), raw(0, 0));
    assert_formatted(longValue, 5000, TYPE_NUMBER, 2, PDH_FMT_LONG | PDH_FMT_1000, raw(5, 0), raw(0, 0));
}

TEST(a_counter_that_goes_back_says_so)
{
    assert_int_equal(format(TYPE_TIMER, 0, PDH_FMT_LONG, raw(5, 100), raw(5, 101)), PDH_CALC_NEGATIVE_DENOMINATOR);
    assert_int_equal(value.CStatus, PDH_CALC_NEGATIVE_DENOMINATOR);
    assert_int_equal(format(TYPE_TIMER, 0, PDH_FMT_LONG, raw(5, 100), raw(6, 99)), PDH_CALC_NEGATIVE_VALUE);
    assert_int_equal(value.CStatus, PDH_CALC_NEGATIVE_VALUE);
}

TEST(without_a_sample_there_is_no_data)
{
    PDH_RAW_COUNTER none = { .CStatus = PDH_CSTATUS_INVALID_DATA }, gone = { .CStatus = PDH_CSTATUS_NO_INSTANCE };
    PDH_RAW_COUNTER now = raw(1, 1);

    assert_int_equal((DWORD)formula_format(TYPE_TIMER, 0, PDH_FMT_LONG, &now, NULL, &value), PDH_INVALID_DATA);
    assert_int_equal(value.CStatus, PDH_CSTATUS_INVALID_DATA);
    assert_int_equal(format(TYPE_TIMER, 0, PDH_FMT_LONG, now, none), PDH_INVALID_DATA);
    assert_int_equal(format(TYPE_NUMBER, 0, PDH_FMT_LONG, gone, now), PDH_INVALID_DATA);
    assert_int_equal(value.CStatus, PDH_CSTATUS_NO_INSTANCE);
    now.CStatus = PDH_CSTATUS_NEW_DATA;
    assert_int_equal(format(TYPE_NUMBER, 0, PDH_FMT_LONG, now, none), ERROR_SUCCESS);
}

TEST(a_format_is_one_of_them_and_no_other_bits)
{
    static const ULONG none[] = { 0, PDH_FMT_NOSCALE, PDH_FMT_LONG | PDH_FMT_DOUBLE, PDH_FMT_LONG | 1, 0xffffffff };
    size_t i;

    for (i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(format(TYPE_NUMBER, 0, none[i], raw(1, 0), raw(0, 0)), PDH_INVALID_ARGUMENT);
}
