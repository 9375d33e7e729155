/* SPDX-License-Identifier: MIT */
/* A clock by a counter scale: on a machine of our own, whose clock is slewed, set and stopped, and on this one. */
#include "apart.h"
#include "linux_clocks.h"
#include "unixlib/calls/functions.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 100, MS = 1000000, LENGTH = 100000 /* of a scale, nanoseconds */ };

#define TICKS_OF(time) ((time) * 2)

/* A machine, whose TSC has two ticks a nanosecond. Its clock follows that, off by PPM, or at TICKS a nanosecond. */
static struct {
    uint64_t tsc, asleep;
    double time, ppm, ticks;
    bool is_coarse;
    uint64_t step; /* in which the clock moves, nanoseconds; 0: none */
    unsigned readings, looks;
    unsigned width, call;        /* of a reading, and of the quickest system call, nanoseconds */
    void (*while_drawing)(void); /* what others do */
} machine;

static void pass(uint64_t ticks)
{
    machine.tsc += ticks;
    machine.time += (double)ticks / machine.ticks * (1 + machine.ppm / 1e6);
}

/* Nothing takes as long each time. */
static uint64_t read_tsc(void)
{
    pass(20 + (unsigned)rand() % 8);
    return machine.tsc;
}

static bool read_clock(uint64_t *time)
{
    machine.readings++;
    pass(TICKS_OF(machine.width) / 2 + (unsigned)rand() % 8);
    *time = (uint64_t)machine.time;
    if (machine.step) *time -= *time % machine.step;
    pass(TICKS_OF(machine.width) / 2 + (unsigned)rand() % 8);
    return true;
}

static bool call(uint64_t *unused)
{
    *unused = 0;
    pass(TICKS_OF(machine.call) + (unsigned)rand() % 8);
    return true;
}

static bool read_asleep(uint64_t *time, uint64_t *asleep)
{
    *time = (uint64_t)machine.time;
    *asleep = machine.asleep;
    if (machine.while_drawing) machine.while_drawing();
    return true;
}

static bool is_coarse(uint64_t (*read)(void), uint64_t rate)
{
    machine.looks++;
    assert_true(rate > 1000000000);
    return machine.is_coarse;
}

static struct clock_source source = { .read = read_clock, .read_asleep = read_asleep, .call = call, .is_coarse = is_coarse,
                                      .read_tsc = read_tsc };
static struct tsc_scale scale;
static struct fitted_clock fitted = { .source = &source, .scale = &scale };
static uint64_t last;

/* As a program does: by the scale, else by the call. */
static struct clock_moment ask(void)
{
    struct clock_moment now;

    if (!tsc_scale_read_by(&scale, read_tsc, &now)) assert_true(fitted_clock_read(&fitted, &now));
    return now;
}

/* Never back, and at most a unit off the clock itself before and after. */
static void ask_and_compare(void)
{
    const uint64_t before = (uint64_t)machine.time / UNIT, now = ask().time, after = (uint64_t)machine.time / UNIT;

    if (now + 1 < before || now > after + 1) fail_msg("%lu is not in %lu to %lu", now, before, after);
    if (now < last) fail_msg("%lu after %lu", now, last);
    last = now;
}

static void ask_for(uint64_t time)
{
    const double end = machine.time + (double)time;

    while (machine.time < end) {
        ask_and_compare();
        pass((unsigned)rand() % 5000);
    }
}

static int start(void **state)
{
    machine.tsc = 1ull << 40;
    machine.time = 3e12;
    machine.ticks = 2;
    machine.width = 30;
    machine.call = 80;
    return 0;
}

TEST_AFTER(start, clock_at_one_rate_is_measured_by_the_scale)
{
    unsigned readings;
    int i;

    ask_for(20 * MS);
    readings = machine.readings;
    ask_for(200 * MS);
    assert_in_range(machine.readings - readings, 1900, 3000);
    /* However seldom it is asked. */
    for (i = 0; i < 100; i++) {
        ask_and_compare();
        pass(TICKS_OF(100ull * MS));
    }
}

TEST_AFTER(start, clock_that_is_slewed_is_followed)
{
    static const double ppm[] = { 500, -500, 0, 500, 0, -500, 30 };
    unsigned i;

    for (i = 0; i < 140; i++) {
        machine.ppm = ppm[i % 7];
        ask_for(3 * MS + i * 10000);
    }
}

TEST_AFTER(start, clock_that_jumps_is_followed_with_the_next_scale)
{
    int i;

    for (i = 0; i < 10; i++) {
        ask_for(10 * MS);
        machine.time += 60e9 * i;
        pass(TICKS_OF(LENGTH + 1000));
        ask_for(10 * MS);
    }
}

TEST_AFTER(start, process_that_was_stopped_goes_on)
{
    int i;

    for (i = 0; i < 10; i++) {
        ask_for(10 * MS);
        pass(TICKS_OF(60000ull * MS));
    }
}

/* The machine went on as another one. */
TEST_AFTER(start, tsc_of_another_rate_is_followed_with_the_next_scale)
{
    static const double ticks[] = { 3, 1.5, 2.02, 1.98, 2.2 };
    size_t i;

    for (i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        ask_for(10 * MS);
        machine.ticks = ticks[i];
        pass(TICKS_OF(2 * LENGTH));
        ask_for(10 * MS);
    }
}

TEST_AFTER(start, tsc_that_begins_anew_is_followed)
{
    ask_for(10 * MS);
    pass(TICKS_OF(2 * LENGTH));
    machine.tsc = 1000;
    ask_for(10 * MS);
    pass(TICKS_OF(2 * LENGTH));
    machine.tsc = 1ull << 50;
    ask_for(10 * MS);
}

static bool is_by_scale(void)
{
    const unsigned readings = machine.readings;

    ask_for(20 * MS);
    return machine.readings - readings < 400;
}

static enum unixlib_reading reading_of_now(void)
{
    return clock_reading(&source);
}

TEST_AFTER(start, tsc_in_large_steps_has_no_scale_while_it_is_so)
{
    ask_for(12 * MS);
    assert_true(is_by_scale());
    machine.is_coarse = true;
    assert_int_equal(reading_of_now(), UNIXLIB_READING_COARSE);
    ask_for(12 * MS);
    assert_int_equal(scale.length, 0);
    assert_false(is_by_scale());
    assert_in_range(machine.looks, 3, 8);
    machine.is_coarse = false;
    ask_for(12 * MS);
    assert_true(is_by_scale());
    assert_int_equal(reading_of_now(), UNIXLIB_READING_BY_TSC);
}

/* As with kvm-clock whose page is not stable: by the TSC, but Linux has to be called, and knows of other processors. */
TEST_AFTER(start, clock_that_takes_a_system_call_has_no_scale_however_quick_that_is)
{
    machine.width = 42;
    machine.call = 40;
    ask_for(20 * MS);
    assert_int_equal(scale.length, 0);
    assert_false(is_by_scale());
    assert_int_equal(reading_of_now(), UNIXLIB_READING_BY_CALL);
}

/* As where the watchdog finds the TSC to be unstable. */
TEST_AFTER(start, clock_source_that_linux_drops_is_followed_at_once_and_so_is_its_return)
{
    int i;

    for (i = 0; i < 3; i++) {
        ask_for(12 * MS);
        assert_true(is_by_scale());
        machine.width = i ? 1200 : 85;
        pass(TICKS_OF(LENGTH + 1000));
        ask_and_compare();
        assert_false(is_by_scale());
        assert_int_equal(scale.length, 0);
        machine.width = 30;
    }
}

/* The one scale that is fitted at a step, before the clock is seen to stand still, leads 0.1 ms ahead of it. */
TEST_AFTER(start, clock_in_steps_is_reported_in_its_steps_however_quickly_it_is_read)
{
    uint64_t now, clock;
    double end;

    machine.step = 4 * MS;
    for (end = machine.time + 40 * MS; machine.time < end; last = now, pass(1000)) {
        clock = ((uint64_t)machine.time - (uint64_t)machine.time % machine.step) / UNIT;
        now = ask().time;
        if (now < last || now < clock || (now > clock + 2 * LENGTH / UNIT && now < clock + 4 * MS / UNIT))
            fail_msg("%lu after %lu, at %lu", now, last, clock);
    }
}

TEST_AFTER(start, clock_that_takes_long_to_read_has_no_scale)
{
    machine.width = 250;
    machine.call = 1000;
    ask_for(20 * MS);
    assert_int_equal(scale.length, 0);
    assert_int_equal(reading_of_now(), UNIXLIB_READING_WIDE);
}

/* A program asks as often as it likes: two readings a question would be twice what the clock costs. */
TEST_AFTER(start, where_there_is_no_scale_a_question_costs_little_more_than_a_reading)
{
    unsigned readings, i;

    machine.width = 1200;
    ask_for(20 * MS);
    readings = machine.readings;
    for (i = 0; i < 10000; i++) ask_and_compare();
    assert_in_range(machine.readings - readings, 10000, 10600);
}

/* Wherever the thread was stopped that draws: the others ask the clock. */
TEST_AFTER(start, a_thread_that_draws_may_be_stopped)
{
    int i;

    for (i = 0; i < 2; i++) {
        ask_for(10 * MS);
        scale.busy = 1;
        if (i) scale.sequence |= 1;
        ask_for(10 * MS);
        scale.busy = 0;
    }
    ask_for(10 * MS);
    assert_int_equal(scale.sequence & 1, 0);
}

static struct clock_moment others;

static void ask_as_another(void)
{
    void (*again)(void) = machine.while_drawing;

    if (!scale.busy) return;
    machine.while_drawing = NULL;
    pass(TICKS_OF(50000));
    others = ask();
    machine.while_drawing = rand() % 2 ? again : NULL;
}

TEST_AFTER(start, answers_to_others_while_a_scale_is_fitted_are_monotonic)
{
    int i;

    ask_for(10 * MS);
    for (i = 0; i < 1000; i++) {
        machine.while_drawing = ask_as_another;
        others.time = 0;
        do ask_for(1000);
        while (!others.time);
        assert_true(last >= others.time);
        machine.while_drawing = NULL;
        ask_for(LENGTH);
    }
}

TEST_AFTER(start, date_that_is_set_back_goes_back)
{
    source.can_be_set = true;
    source.epoch = 116444736000000000;
    ask_for(0);
    machine.time -= 10e9;
    pass(TICKS_OF(2 * LENGTH));
    assert_true(ask().time < source.epoch + 3e12 / UNIT - 90e6);
}

/* Without a clock that can be set there is only an error to be made good. */
TEST_AFTER(start, other_clocks_wait)
{
    uint64_t now;
    double end;

    ask_for(10 * MS);
    machine.time -= 5000;
    for (end = machine.time + 10 * MS; machine.time < end; last = now, pass(1000)) {
        now = ask().time;
        assert_true(now >= last);
    }
    ask_for(10 * MS);
}

TEST_AFTER(start, time_asleep_is_returned_with_it)
{
    const double begin = 3e12;
    uint64_t awake = 0;
    struct clock_moment now;
    int i;

    for (i = 0; i < 5; i++) {
        ask_for(5 * MS);
        machine.time += 3600e9 * i;
        machine.asleep += (uint64_t)(3600e9 * i);
        pass(TICKS_OF(LENGTH + 1000));
        now = ask();
        assert_int_equal(now.asleep, machine.asleep / UNIT);
        assert_true(now.time - now.asleep >= awake);
        awake = now.time - now.asleep;
        assert_true((double)awake * UNIT < begin + 100 * MS);
        last = now.time;
    }
}

static bool read_raw(uint64_t *time)
{
    *time = read_ns(CLOCK_MONOTONIC_RAW);
    return true;
}

static const struct clock_source here = { .read = read_raw, .call = linux_least_call, .is_coarse = tsc_is_coarse,
                                          .read_tsc = tsc_read_ordered };
static struct fitted_clock raw = { .source = &here, .scale = &scale };
static uint64_t given;
static unsigned calls, outside;

static uint64_t ask_here(void)
{
    struct clock_moment now;

    if (tsc_scale_read(&scale, &now)) return now.time;
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    if (!fitted_clock_read(&raw, &now)) abort();
    return now.time;
}

enum { THREADS = 8, TIMES = 125000 };

static void *ask_many_times(void *nothing)
{
    uint64_t before, now, after, earlier;
    int i;

    for (i = 0; i < TIMES; i++) {
        earlier = __atomic_load_n(&given, __ATOMIC_SEQ_CST);
        before = read_ns(CLOCK_MONOTONIC_RAW) / UNIT;
        now = ask_here();
        after = read_ns(CLOCK_MONOTONIC_RAW) / UNIT;
        if (now + 1 < before || now > after + 1 || now < earlier) __atomic_fetch_add(&outside, 1, __ATOMIC_RELAXED);
        while (earlier < now
               && !__atomic_compare_exchange_n(&given, &earlier, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    }
    return nothing;
}

/* How many answers come from the scale depends on the machine's other work; where reading the clock takes long, none do. */
TEST(eight_threads_get_the_clock_of_this_machine)
{
    pthread_t threads[THREADS];
    int i;

    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_many_times, NULL), 0);
    for (i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    print_message("%u of %u by the call\n", calls, (unsigned)(THREADS * TIMES));
    assert_int_equal(outside, 0);
    if (calls == THREADS * TIMES) SKIP_BECAUSE("this machine's clock has no scale");
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names)) names++;
    return *names;
}

/* Of kvm-clock and its like only Linux knows whether their pages are stable. In an emulated machine the TSC itself
   takes so long that there is no scale, but no system call is made. */
TEST(clocks_of_this_machine_are_read_as_its_clock_source_has_it)
{
    static const char *const counted[] = { "tsc", "tsc-early", NULL };
    static const char *const called[] = { "hpet", "acpi_pm", "jiffies", "refined-jiffies", NULL };
    struct unixlib_clock_source found;
    int i;

    assert_int_equal(call_clock_source(&found), UNIXLIB_DONE);
    print_message("%s: %u %u %u\n", found.name, found.readings[0], found.readings[1], found.readings[2]);
    for (i = 0; i < UNIXLIB_SCALES; i++) {
        assert_true(found.readings[i] < UNIXLIB_READINGS);
        if (is_one_of(found.name, counted)) assert_int_not_equal(found.readings[i], UNIXLIB_READING_BY_CALL);
        else if (is_one_of(found.name, called)) assert_int_equal(found.readings[i], UNIXLIB_READING_BY_CALL);
        else SKIP_BECAUSE("what this clock source does is Linux's to know");
    }
}
