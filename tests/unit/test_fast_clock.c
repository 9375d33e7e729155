/* SPDX-License-Identifier: MIT */
/* The performance counter by a scale, compared with what was reported without one, and whether the scale is worth it. */
#include "ask.h"
#include "library/query/clocks.h"
#include "library/query/query.h"
#include "library/source/unixlib_clock.h"

#define REPORTED 123456789ull

static int boot_with_scales(void **state)
{
    boot_with_unixlib(state);
    fake_unix.no_scale = TRUE;
    fake_unix.moment.time = REPORTED;
    return 0;
}

static ULONG64 by_scale(void)
{
    ULONG64 counter = 0;

    assert_true(query_counter(&counter));
    return counter;
}

TEST_AFTER_ON(boot_with_scales, wine_10, the_counter_is_what_the_scale_shows)
{
    assert_int_equal(by_scale(), REPORTED);
}

TEST_AFTER_ON(boot_with_scales, wine_10, the_counter_is_read_after_the_scale_was_fitted)
{
    fake_unix.no_scale = FALSE;
    fake_unix.fitting = 70;
    assert_int_equal(by_scale(), REPORTED + 70);
}

TEST_AFTER_ON(boot_with_scales, wine_10, the_date_is_read_after_the_scale_was_fitted)
{
    ULONG64 date;

    fake_unix.no_scale = FALSE;
    fake_unix.fitting = 70;
    assert_true(query_date(&date));
    assert_int_equal(date, REPORTED + 70);
}

TEST_AFTER_ON(boot_with_scales, wine_10, answers_of_the_scale_are_monotonic_after_answers_without_it)
{
    assert_int_equal(query_counter_of_system(REPORTED + 5), REPORTED + 5);
    assert_int_equal(by_scale(), REPORTED + 5);
    fake_unix.moment.time = REPORTED + 6;
    assert_int_equal(by_scale(), REPORTED + 6);
}

TEST_AFTER_ON(boot_with_scales, wine_10, answers_without_the_scale_are_monotonic_too)
{
    assert_int_equal(query_counter_of_system(REPORTED), REPORTED);
    assert_int_equal(query_counter_of_system(REPORTED - 1), REPORTED);
    assert_int_equal(query_counter_of_system(REPORTED + 1), REPORTED + 1);
}

TEST_AFTER_ON(boot_with_scales, wine_10, without_a_scale_the_system_returns_the_counter_and_the_date)
{
    ULONG64 reported = 42;

    fake_unix.moment.time = 0;
    assert_false(query_counter(&reported));
    assert_false(query_date(&reported));
    assert_int_equal(reported, 42);
}

/* Where Linux keeps time by something else, and so the system is quicker. */
TEST_AFTER_ON(boot_with_scales, wine_10, without_a_scale_for_some_ticks_linux_is_asked_once_a_tick)
{
    ULONG64 reported;
    ULONG asked;
    int i;

    for (i = 0; i < 4; i++) {
        fake_tick(FAKE_TICK + 1 + i);
        assert_int_equal(by_scale(), REPORTED);
        assert_true(query_date(&reported));
    }
    for (i = 0; i < 4; i++) {
        asked = fake_unix.calls[UNIXLIB_CALL_MOMENT];
        assert_false(query_counter(&reported));
        assert_false(query_date(&reported));
        assert_int_equal(fake_unix.calls[UNIXLIB_CALL_MOMENT], asked);
        fake_tick(FAKE_TICK + 5 + i);
        assert_true(query_counter(&reported));
        assert_true(query_date(&reported));
        assert_int_equal(fake_unix.calls[UNIXLIB_CALL_MOMENT], asked + 2);
    }
}

/* Once more where this thread was stopped for as long as the scale is. */
TEST_AFTER_ON(boot_with_scales, wine_10, a_scale_that_comes_after_all_is_waited_for_as_before)
{
    ULONG64 reported;
    int i;

    for (i = 0; i < 5; i++) {
        fake_tick(FAKE_TICK + 1 + i);
        by_scale();
    }
    assert_false(query_counter(&reported));
    fake_unix.no_scale = FALSE;
    do {
        fake_tick(FAKE_TICK + 1 + i++);
        assert_int_equal(by_scale(), REPORTED);
    } while (tsc_read_ordered() - unixlib_counter.scale->begin >= unixlib_counter.scale->length);
    ((struct tsc_scale *)unixlib_counter.scale)->length = 0;
    assert_int_equal(by_scale(), REPORTED);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_date_that_is_set_back_goes_back)
{
    ULONG64 date;

    assert_true(query_date(&date));
    assert_int_equal(date, REPORTED);
    fake_unix.moment.time = REPORTED - 1000;
    assert_true(query_date(&date));
    assert_int_equal(date, REPORTED - 1000);
}

enum { A_READING = 20 }; /* ticks */

static ULONG64 ticks_of_half; /* of the system's counter */

static ULONG64 take_ticks(ULONG reading)
{
    return reading >= 20 ? ticks_of_half : 1000000; /* the first ones are interrupted */
}

static uint64_t read_counter(void)
{
    return cpu_read_tsc();
}

static BOOLEAN gains_over(ULONG64 ticks)
{
    fake_processor.step = A_READING;
    fake_processor.interruption = take_ticks;
    fake_processor.readings = 0;
    ticks_of_half = ticks / 2;
    return query_counter_gains(read_counter);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_system_that_answers_as_quickly_is_left_alone)
{
    assert_false(gains_over(0));
    assert_false(gains_over(2 * A_READING));
    assert_true(gains_over(2 * A_READING + 2));
    assert_true(gains_over(20 * A_READING));
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_system_without_a_counter_is_left_alone)
{
    fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL;
    assert_false(gains_over(20 * A_READING));
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_system_whose_clocks_have_no_scales_is_left_alone)
{
    ULONG reading;

    for (reading = UNIXLIB_READING_BY_TSC + 1; reading < UNIXLIB_READINGS; reading++) {
        fake_unix.otherwise_read = reading;
        assert_false(gains_over(20 * A_READING));
    }
    fake_unix.otherwise_read = UNIXLIB_READING_BY_TSC;
    assert_true(gains_over(20 * A_READING));
}

TEST_AFTER_ON(boot_with_scales, wine_10, without_a_unixlib_the_system_is_left_alone)
{
    fake_unix.unixlib = L"0";
    assert_false(gains_over(20 * A_READING));
}
