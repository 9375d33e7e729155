/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "idle_clock.h"

#include <stdlib.h>

static const int64_t MS = 1000000, SECOND = 1000000000;

static void the_first_answer_is_the_counters(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;

    (void)state;
    assert_int_equal(idle_clock_advance(&clock, 5 * SECOND, 7 * SECOND), 5 * SECOND);
}

/* In a time namespace the monotonic clock can be younger than the counters. */
static void a_clock_younger_than_the_counter_changes_nothing(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;

    (void)state;
    assert_int_equal(idle_clock_advance(&clock, 500 * SECOND, 2 * SECOND), 500 * SECOND);
    assert_int_equal(idle_clock_advance(&clock, 501 * SECOND, 3 * SECOND), 501 * SECOND);
}

static void a_step_is_climbed_no_faster_than_time_goes(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;
    const int64_t told = 100 * SECOND, now = 200 * SECOND;

    (void)state;
    idle_clock_advance(&clock, told, now);
    assert_int_equal(idle_clock_advance(&clock, told + 10 * MS, now + MS), told + MS);
    assert_int_equal(idle_clock_advance(&clock, told + 10 * MS, now + 4 * MS), told + 4 * MS);
    assert_int_equal(idle_clock_advance(&clock, told + 10 * MS, now + 30 * MS), told + 10 * MS);
}

static void a_counter_that_goes_back_is_not_followed(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;
    const int64_t told = 100 * SECOND, now = 200 * SECOND;

    (void)state;
    idle_clock_advance(&clock, told, now);
    assert_int_equal(idle_clock_advance(&clock, told - 20 * MS, now + MS), told);
    assert_int_equal(idle_clock_advance(&clock, told + 20 * MS, now + 50 * MS), told + 20 * MS);
}

static void a_counter_that_begins_anew_is_continued(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;
    const int64_t told = 100 * SECOND, now = 200 * SECOND;

    (void)state;
    idle_clock_advance(&clock, told, now);
    assert_int_equal(idle_clock_advance(&clock, 30 * MS, now + SECOND), told);
    assert_int_equal(idle_clock_advance(&clock, 530 * MS, now + 2 * SECOND), told + 500 * MS);
}

/* Soon after the start a reading that is a little old is already half as large. */
static void a_young_counter_is_not_continued(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;

    (void)state;
    idle_clock_advance(&clock, 9 * SECOND, 10 * SECOND);
    assert_int_equal(idle_clock_advance(&clock, 4 * SECOND, 11 * SECOND), 9 * SECOND);
    assert_int_equal(idle_clock_advance(&clock, 9 * SECOND, 12 * SECOND), 9 * SECOND);
}

static void a_wild_counter_shows_no_more_than_the_time_passed(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;

    (void)state;
    idle_clock_advance(&clock, 100 * SECOND, 200 * SECOND);
    assert_int_equal(idle_clock_advance(&clock, INT64_MAX / 2, 201 * SECOND), 101 * SECOND);
}

static void a_reading_older_than_the_last_changes_nothing(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;
    const int64_t told = 100 * SECOND, now = 200 * SECOND;

    (void)state;
    idle_clock_advance(&clock, told + SECOND, now + SECOND);
    assert_int_equal(idle_clock_advance(&clock, told, now), told + SECOND);
    assert_int_equal(idle_clock_advance(&clock, told + 2 * SECOND, now + 2 * SECOND), told + 2 * SECOND);
}

/*
 * A processor that is idle and busy at random, a counter in steps of 10 ms, questions at random: the answer is never
 * above the truth, never 10 ms below it, never back, and no window shows more than its length.
 */
static void any_window_is_right_to_a_step(void **state)
{
    struct idle_clock clock = IDLE_CLOCK_NEW;
    int64_t now = 50 * SECOND, idle = 20 * SECOND, last = 0, last_now = 0, step, answer;
    int i;

    (void)state;
    srandom(1);
    for (i = 0; i < 200000; i++) {
        step = random() % (i / 1000 % 2 ? 300 * 1000 : 30 * MS);
        now += step;
        idle += random() % 3 ? (random() % 2 ? step : 0) : random() % (step + 1);
        if (random() % 4 == 0) continue;
        answer = idle_clock_advance(&clock, idle / (10 * MS) * (10 * MS), now);
        assert_true(answer <= idle);
        assert_true(answer > idle - 10 * MS);
        assert_true(answer >= last);
        if (last_now) assert_true(answer - last <= now - last_now);
        last = answer;
        last_now = now;
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_answer_is_the_counters),
        cmocka_unit_test(a_clock_younger_than_the_counter_changes_nothing),
        cmocka_unit_test(a_step_is_climbed_no_faster_than_time_goes),
        cmocka_unit_test(a_counter_that_goes_back_is_not_followed),
        cmocka_unit_test(a_counter_that_begins_anew_is_continued),
        cmocka_unit_test(a_young_counter_is_not_continued),
        cmocka_unit_test(a_wild_counter_shows_no_more_than_the_time_passed),
        cmocka_unit_test(a_reading_older_than_the_last_changes_nothing),
        cmocka_unit_test(any_window_is_right_to_a_step),
    };
    return RUN_APART(tests);
}
