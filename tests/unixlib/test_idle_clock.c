/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/processors.h"

#include <stdlib.h>

static const int64_t MS = 1000000, SECOND = 1000000000;

static struct idle_clock begin(int64_t reported, int64_t now)
{
    return (struct idle_clock){ .shown = reported, .moment = now };
}

static int64_t advance(struct idle_clock *clock, int64_t reported, int64_t now)
{
    idle_clock_advance(clock, reported, now);
    assert_int_equal(clock->moment, now);
    return clock->shown;
}

/* In a time namespace the monotonic clock can be younger than the counters. */
TEST(a_clock_younger_than_the_counter_changes_nothing)
{
    struct idle_clock clock = begin(500 * SECOND, 2 * SECOND);

    assert_int_equal(advance(&clock, 501 * SECOND, 3 * SECOND), 501 * SECOND);
}

TEST(a_step_is_climbed_no_faster_than_time_goes)
{
    const int64_t reported = 100 * SECOND, now = 200 * SECOND;
    struct idle_clock clock = begin(reported, now);

    assert_int_equal(advance(&clock, reported + 10 * MS, now + MS), reported + MS);
    assert_int_equal(advance(&clock, reported + 10 * MS, now + 4 * MS), reported + 4 * MS);
    assert_int_equal(advance(&clock, reported + 10 * MS, now + 30 * MS), reported + 10 * MS);
}

TEST(a_counter_that_goes_back_is_not_followed)
{
    const int64_t reported = 100 * SECOND, now = 200 * SECOND;
    struct idle_clock clock = begin(reported, now);

    assert_int_equal(advance(&clock, reported - 20 * MS, now + MS), reported);
    assert_int_equal(advance(&clock, reported + 20 * MS, now + 50 * MS), reported + 20 * MS);
}

TEST(a_counter_that_lost_half_of_what_it_had_began_anew)
{
    const struct idle_clock clock = begin(100 * SECOND, 200 * SECOND);

    assert_true(idle_clock_began_anew(&clock, 50 * SECOND));
    assert_false(idle_clock_began_anew(&clock, 50 * SECOND + 1));
    assert_false(idle_clock_began_anew(&clock, 99 * SECOND));
}

/* Soon after the start a reading that is a little old is already half as large. */
TEST(a_young_counter_did_not_begin_anew)
{
    const struct idle_clock clock = begin(9 * SECOND, 10 * SECOND);

    assert_false(idle_clock_began_anew(&clock, 4 * SECOND));
}

TEST(a_counter_that_is_resumed_goes_on_from_the_answer)
{
    struct idle_clock clock = begin(100 * SECOND, 200 * SECOND);

    idle_clock_resume(&clock, 30 * MS, 203 * SECOND, SECOND);
    assert_int_equal(clock.shown, 102 * SECOND);
    assert_int_equal(advance(&clock, 530 * MS, 204 * SECOND), 102 * SECOND + 500 * MS);
    assert_false(idle_clock_began_anew(&clock, 530 * MS));
}

TEST(a_wild_counter_shows_no_more_than_the_time_passed)
{
    struct idle_clock clock = begin(100 * SECOND, 200 * SECOND);

    assert_int_equal(advance(&clock, INT64_MAX / 2, 201 * SECOND), 101 * SECOND);
}

/*
 * A processor that is idle and busy at random, a counter in steps of 10 ms, questions at random: the answer is never
 * above the truth, never 10 ms below it, monotonic, and no window shows more than its length.
 */
TEST(any_window_is_right_to_a_step)
{
    int64_t now = 50 * SECOND, idle = 20 * SECOND, last = idle, last_now = now, step, answer;
    struct idle_clock clock = begin(idle, now);
    int i;

    srandom(1);
    for (i = 0; i < 200000; i++) {
        step = random() % (i / 1000 % 2 ? 300 * 1000 : 30 * MS);
        now += step;
        idle += random() % 3 ? (random() % 2 ? step : 0) : random() % (step + 1);
        if (random() % 4 == 0) continue;
        answer = advance(&clock, idle / (10 * MS) * (10 * MS), now);
        assert_true(answer <= idle);
        assert_true(answer > idle - 10 * MS);
        assert_true(answer >= last);
        assert_true(answer - last <= now - last_now);
        last = answer;
        last_now = now;
    }
}
