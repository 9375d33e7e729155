/* SPDX-License-Identifier: MIT */
/* Which of Linux's clocks the performance counter is, and when the unixlib is asked for its scale. */
#include "ask.h"
#include "library/source/unixlib_clock.h"

#define REPORTED 123456789ull
#define BASE (1ull << 48) /* the fake counter's begin */

/* Boot time and the counter begin together, raw time does not. */
static int boot_with_scales(void **state)
{
    boot_with_unixlib(state);
    fake_unix.moment = (struct clock_moment){ REPORTED, 77 };
    return 0;
}

/* The counter is Linux's raw time; and the machine has slept, which boot time counts. */
static void put_on_raw_time(void)
{
    fake_unix.raw_behind = 0 - BASE * 100;
    fake_unix.asleep = 5000000000;
}

static struct clock_moment reported(void)
{
    struct clock_moment now = { 1, 1 };

    assert_true(unixlib_clock_moment(&unixlib_counter, &now));
    return now;
}

static void assert_not_reported(void)
{
    struct clock_moment now = { 1, 2 };

    assert_false(unixlib_clock_moment(&unixlib_counter, &now));
    assert_int_equal(now.time, 1);
    assert_int_equal(now.asleep, 2);
}

#define assert_has_no_scale() do { \
    assert_not_reported(); \
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_MOMENT], 0); \
} while (0)

/* Linux was asked so often for the scales of boot time and of raw time. */
#define assert_reported(expected, boot, raw) do { \
    assert_int_equal(reported().time, expected); \
    assert_int_equal(fake_unix.moments[UNIXLIB_SCALE_BOOT], boot); \
    assert_int_equal(fake_unix.moments[UNIXLIB_SCALE_RAW], raw); \
} while (0)

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_that_lies_between_two_readings_of_boot_time_is_that)
{
    assert_reported(REPORTED, 1, 0);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_that_lies_between_two_readings_of_raw_time_is_that)
{
    put_on_raw_time();
    assert_reported(REPORTED, 0, 1);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_that_is_neither_has_no_scale)
{
    fake_processor.slept = 10;
    fake_unix.asleep = 5000000000;
    assert_has_no_scale();
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_that_may_be_either_is_looked_for_until_they_differ)
{
    fake_unix.raw_behind = 0 - BASE * 100;
    assert_has_no_scale();
    put_on_raw_time();
    assert_reported(REPORTED, 0, 1);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_of_no_known_clock_is_looked_for_a_hundred_times_and_no_more)
{
    int i;

    fake_unix.raw_behind = 0 - BASE * 100;
    for (i = 0; i < 150; i++) assert_not_reported();
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], 200);
    put_on_raw_time();
    assert_not_reported();
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], 200);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_clock_that_is_known_is_not_looked_for_again)
{
    int i;

    fake_unix.no_scale = TRUE;
    for (i = 0; i < 10; i++) assert_int_equal(reported().time, REPORTED);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], 2);
    assert_int_equal(fake_unix.moments[UNIXLIB_SCALE_BOOT], 10);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_of_another_frequency_has_no_scale)
{
    /* Taken as units of 100 ns, this counter would be raw time. */
    fake_processor.frequency = 20000000;
    fake_unix.raw_hz = FAKE_RATE / 2;
    fake_unix.raw_behind = 0 - BASE * 100;
    assert_has_no_scale();
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_counter_that_fails_has_no_scale)
{
    fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL;
    assert_has_no_scale();
}

/* Not when this thread was stopped for as long as the scale is. */
static void assert_not_asked_since(ULONG moments)
{
    if (fake_unix.calls[UNIXLIB_CALL_MOMENT] == moments) return;
    assert_true(tsc_read_ordered() - unixlib_counter.scale->begin >= unixlib_counter.scale->length);
}

TEST_AFTER_ON(boot_with_scales, wine_10, linux_side_is_not_called_while_the_scale_is_valid)
{
    struct clock_moment now;

    reported();
    assert_non_null(unixlib_counter.scale);
    now = reported();
    assert_int_equal(now.time, REPORTED);
    assert_int_equal(now.asleep, 77);
    assert_not_asked_since(1);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_scale_that_is_over_is_asked_for_again)
{
    reported();
    ((struct tsc_scale *)unixlib_counter.scale)->length = 0;
    fake_unix.moment.time = 2 * REPORTED;
    assert_reported(2 * REPORTED, 2, 0);
}

TEST_AFTER_ON(boot_with_scales, wine_10, a_scale_that_is_being_fitted_is_not_read)
{
    reported();
    ((struct tsc_scale *)unixlib_counter.scale)->sequence = 1;
    assert_reported(REPORTED, 2, 0);
}

TEST_AFTER_ON(boot_with_scales, wine_10, the_scale_that_another_part_of_the_process_provided_is_read)
{
    static struct tsc_scale scale;

    fake_unix.others_scale = &scale;
    assert_int_equal(reported().time, REPORTED);
    assert_ptr_equal(unixlib_counter.scale, &scale);
    scale.time = 3 * REPORTED;
    assert_int_equal(reported().time, 3 * REPORTED);
    assert_not_asked_since(1);
}

TEST_AFTER_ON(boot_with_scales, wine_10, what_the_unixlib_does_not_draw_is_not_reported)
{
    fake_unix.moment.time = 0;
    assert_not_reported();
    assert_null(unixlib_counter.scale);
    fake_unix.moment.time = REPORTED;
    assert_int_equal(reported().time, REPORTED);
}

TEST_AFTER_ON(boot_with_scales, wine_10, without_a_unixlib_nothing_is_asked)
{
    fake_unix.unixlib = L"0";
    assert_not_reported();
    assert_int_equal(fake.count[CALL_COUNTER], 0);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS] + fake_unix.calls[UNIXLIB_CALL_MOMENT], 0);
}

TEST_AFTER_ON(boot_with_scales, wine_10, the_date_has_a_scale_of_its_own_whatever_the_counter_is)
{
    struct clock_moment now = { 0, 0 };

    fake_processor.frequency = 3579545;
    assert_true(unixlib_clock_ask(&unixlib_date, &now));
    assert_int_equal(now.time, REPORTED);
    assert_int_equal(fake_unix.moments[UNIXLIB_SCALE_DATE], 1);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], 0);
    assert_non_null(unixlib_date.scale);
    assert_true(unixlib_clock_read(&unixlib_date, &now)
                || tsc_read_ordered() - unixlib_date.scale->begin >= unixlib_date.scale->length);
    assert_null(unixlib_counter.scale);
}
