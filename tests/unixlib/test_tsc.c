/* SPDX-License-Identifier: MIT */
/* Whether the time-stamp counter is good for counting a thread's time. */
#include "apart.h"
#include "linux_clocks.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/tsc_scale.h"

/* A TSC that goes on by 1 to 3 steps between two readings. */
static struct {
    uint64_t now, step;
    int readings;
} fake;

static uint64_t read_fake(void)
{
    fake.readings++;
    return fake.now += (uint64_t)(1 + fake.readings % 3) * fake.step;
}

static bool is_coarse_with(uint64_t step)
{
    fake.now = 1000003;
    fake.step = step;
    fake.readings = 0;
    return tsc_is_coarse(read_fake, RATE);
}

/* Two ticks are a nanosecond. */
TEST(tsc_in_steps_of_more_than_16_ns_is_coarse)
{
    assert_false(is_coarse_with(1));
    assert_false(is_coarse_with(26));
    assert_false(is_coarse_with(32));
    assert_true(is_coarse_with(33));
    assert_true(is_coarse_with(64));
    assert_true(is_coarse_with(1000));
}

TEST(tsc_that_does_not_move_is_coarse)
{
    assert_true(is_coarse_with(0));
}

/* Again and again, as chance would have it. */
TEST(tsc_of_this_machine_is_not_coarse)
{
    const uint64_t rate = measure_tsc_rate();
    int i;

    for (i = 0; i < 10000; i++) assert_false(tsc_is_coarse(tsc_read, rate));
}

/* Takes 90 ticks, but is interrupted in most cases. */
static bool act(uint64_t *result)
{
    *result = 0;
    fake.now += fake.readings % 5 ? 100000 : 90;
    return true;
}

static bool act_in_vain(uint64_t *result)
{
    return !(*result = 1);
}

static uint64_t read_next(void)
{
    fake.readings++;
    return fake.now;
}

TEST(the_least_is_that_of_an_action_that_was_not_interrupted)
{
    fake.readings = 0;
    assert_int_equal(tsc_measure_least(read_next, act), 90);
    assert_int_equal(tsc_measure_least(read_next, act_in_vain), UINT64_MAX);
}

static bool read_thread_clock(uint64_t *time)
{
    return linux_cpu_clock(CLOCK_THREAD_CPUTIME_ID, time);
}

/* Only the vDSO's readings are quicker than a system call; and each of them lasts. */
TEST(a_reading_by_a_system_call_takes_longer_than_the_quickest_one)
{
    int i;

    for (i = 0; i < 1000; i++)
        assert_true(tsc_measure_least(tsc_read_ordered, read_thread_clock)
                    > tsc_measure_least(tsc_read_ordered, linux_least_call));
}

/* A machine: its TSC, and what Linux's clock says then. */
static struct {
    uint64_t tsc, time;
    struct tsc_watch watch;
} machine;

static int start(void **state)
{
    machine.tsc = 1ull << 40;
    machine.time = 1000000000;
    machine.watch = (struct tsc_watch){ .busy = 0 };
    return 0;
}

/* After TIME, during which the TSC has moved by TICKS; reading took GAP ticks. */
static bool look_after(uint64_t time, uint64_t ticks, uint64_t gap)
{
    struct tsc_reading now;

    machine.time += time;
    machine.tsc += ticks;
    now = (struct tsc_reading){ machine.tsc - gap / 2, machine.time, machine.tsc + gap / 2 };
    return tsc_goes_on(&machine.watch, &now, RATE);
}

#define MS 1000000ull
#define TICKS_OF(time) ((time) * 2)

TEST_AFTER(start, tsc_that_keeps_its_rate_goes_on)
{
    int i;

    for (i = 0; i < 100; i++) assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
}

/* NTP slews the clock by 500 ppm at most. */
TEST_AFTER(start, clock_that_is_slewed_changes_nothing)
{
    int i;

    for (i = 0; i < 100; i++) assert_true(look_after(100 * MS, TICKS_OF(100 * MS) + 100000, 100));
    for (i = 0; i < 100; i++) assert_true(look_after(100 * MS, TICKS_OF(100 * MS) - 100000, 100));
}

TEST_AFTER(start, tsc_of_another_rate_is_noticed_with_the_second_look)
{
    static const uint64_t after_100_ms[] = { TICKS_OF(70 * MS), TICKS_OF(97 * MS), TICKS_OF(103 * MS), TICKS_OF(150 * MS) };
    size_t i;

    for (i = 0; i < sizeof after_100_ms / sizeof *after_100_ms; i++) {
        start(state);
        assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
        assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
        assert_true(look_after(100 * MS, after_100_ms[i], 100));
        assert_false(look_after(100 * MS, after_100_ms[i], 100));
    }
}

/* The clock stands still then, the TSC may not. */
TEST_AFTER(start, machine_that_slept_goes_on)
{
    assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
    assert_true(look_after(100 * MS, TICKS_OF(100 * MS) + RATE * 3600, 100));
    assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
    assert_true(look_after(100 * MS, TICKS_OF(100 * MS) + RATE * 3600, 100));
    assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
}

TEST_AFTER(start, tsc_that_begins_anew_goes_on_at_its_rate)
{
    int i;

    assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
    machine.tsc = 1000;
    for (i = 0; i < 10; i++) assert_true(look_after(100 * MS, TICKS_OF(100 * MS), 100));
}

TEST_AFTER(start, look_that_was_interrupted_says_nothing)
{
    int i;

    for (i = 0; i < 10; i++) assert_true(look_after(100 * MS, TICKS_OF(100 * MS), i % 2 ? TICKS_OF(20 * MS) : 100));
}

TEST(tsc_of_this_machine_goes_on)
{
    const uint64_t rate = measure_tsc_rate(), begin = read_ns(CLOCK_MONOTONIC);
    struct tsc_watch watch = { .busy = 0 };
    uint64_t looks = 0, last = 0;

    while (read_ns(CLOCK_MONOTONIC) - begin < 700000000) {
        assert_true(tsc_check(&watch, __builtin_ia32_rdtsc(), rate));
        looks += watch.last.after != last;
        last = watch.last.after;
    }
    assert_in_range(looks, 2, 8);
}

TEST(wrong_rate_of_the_tsc_is_noticed)
{
    const uint64_t rate = measure_tsc_rate() / 2 * 3, begin = read_ns(CLOCK_MONOTONIC);
    struct tsc_watch watch = { .busy = 0 };
    bool goes_on = true;

    while (read_ns(CLOCK_MONOTONIC) - begin < 700000000 && goes_on)
        goes_on = tsc_check(&watch, __builtin_ia32_rdtsc(), rate);
    assert_false(goes_on);
}
