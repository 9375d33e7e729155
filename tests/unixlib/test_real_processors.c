/* SPDX-License-Identifier: MIT */
/*
 * On the machine at hand, which others may use: so every figure stands between two that must hold whatever they do.
 */
#include "apart.h"
#include "linux_clocks.h"
#include "unixlib/processors/proc_files.h"
#include "unixlib/processors/processors.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000, STEP = 20000000;
static struct processors processors;
static struct unixlib_processor_times before[MOST_CPUS], after[MOST_CPUS];

static bool ask(struct unixlib_processor_times *times)
{
    return processors_times(&processors, 0, processors.map.count, true, times);
}

static int set_up(void **state)
{
    return !processors_open(&processors, "");
}

static int tear_down(void **state)
{
    processors_close(&processors);
    return 0;
}

TEST_BETWEEN(set_up, tear_down, there_are_as_many_as_the_c_library_counts)
{
    assert_int_equal(processors.map.count, sysconf(_SC_NPROCESSORS_ONLN));
}

/* A time namespace apart, no processor was idle for longer than the system runs. */
TEST_BETWEEN(set_up, tear_down, idle_time_is_between_nothing_and_the_time_since_the_start)
{
    const uint64_t up = read_ns(CLOCK_BOOTTIME);
    uint32_t i;

    assert_true(ask(after));
    for (i = 0; i < processors.map.count; i++) assert_true(after[i].idle > 0 && after[i].idle < up + (uint64_t)SECOND);
}

TEST_BETWEEN(set_up, tear_down, any_short_window_shows_at_most_its_length)
{
    int64_t begin, end;
    uint32_t i;
    int round;

    for (round = 0; round < 3000; round++) {
        begin = (int64_t)read_ns(CLOCK_MONOTONIC);
        assert_true(ask(before));
        if (round % 2) usleep(100);
        assert_true(ask(after));
        end = (int64_t)read_ns(CLOCK_MONOTONIC);
        for (i = 0; i < processors.map.count; i++) {
            assert_true(after[i].idle >= before[i].idle);
            assert_true((int64_t)(after[i].idle - before[i].idle) <= end - begin);
        }
    }
}

static void hog(int64_t until)
{
    while ((int64_t)read_ns(CLOCK_MONOTONIC) < until);
}

/* A processor that one of our threads burns cannot be idle meanwhile: idle + our CPU time is at most the window. */
TEST_BETWEEN(set_up, tear_down, a_hogged_processor_is_idle_only_when_the_hog_does_not_run)
{
    cpu_set_t set;
    int64_t begin, burnt, window, idle;
    const uint32_t self = processors.map.count - 1;

    CPU_ZERO(&set);
    CPU_SET(processors.map.cpus[self], &set);
    if (sched_setaffinity(0, sizeof set, &set)) SKIP_BECAUSE("the last processor is not for us");
    begin = (int64_t)read_ns(CLOCK_MONOTONIC);
    assert_true(ask(before));
    burnt = (int64_t)read_ns(CLOCK_THREAD_CPUTIME_ID);
    hog(begin + 2 * SECOND);
    burnt = (int64_t)read_ns(CLOCK_THREAD_CPUTIME_ID) - burnt;
    assert_true(ask(after));
    window = (int64_t)read_ns(CLOCK_MONOTONIC) - begin;
    idle = (int64_t)(after[self].idle - before[self].idle);
    printf("hogged: idle %ld us of %ld, the hog ran %ld\n", (long)idle / 1000, (long)window / 1000, (long)burnt / 1000);
    assert_true(idle <= window - burnt + STEP);
}

struct window {
    int64_t begin, end;  /* around the look */
};

static struct window look(struct unixlib_processor_times *times)
{
    struct window window = { .begin = (int64_t)read_ns(CLOCK_MONOTONIC) };

    assert_true(processors_times(&processors, 0, processors.map.count, false, times));
    window.end = (int64_t)read_ns(CLOCK_MONOTONIC);
    return window;
}

static void *work_in_step_with_the_tick(void *stop)
{
    while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED)) {
        hog((int64_t)read_ns(CLOCK_MONOTONIC) + 2000000);
        usleep(8000);
    }
    return NULL;
}

/* To the nanosecond, between the clock before and after: /proc/stat's samples are off by a fifth and more meanwhile. */
TEST_BETWEEN(set_up, tear_down, kernel_and_user_time_are_the_time_that_passed)
{
    static const int lengths[] = { 10, 20, 50, 100, 300, 1000, 2000 };
    struct window first, last;
    pthread_t threads[3];
    int stop = 0, round;
    int64_t passed;
    uint32_t i;

    for (i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, work_in_step_with_the_tick, &stop), 0);
    for (round = 0; round < 28; round++) {
        first = look(before);
        usleep(lengths[round % 7] * 1000);
        last = look(after);
        for (i = 0; i < processors.map.count; i++) {
            passed = (int64_t)(after[i].kernel + after[i].user - before[i].kernel - before[i].user);
            assert_true(passed >= last.begin - first.end && passed <= last.end - first.begin);
            assert_true(after[i].idle >= before[i].idle && after[i].user >= before[i].user);
            assert_true(after[i].kernel >= before[i].kernel);
        }
        if (round < 21) continue;
        printf("%4d ms: %ld us of kernel and user time, idle %ld, user %ld\n", lengths[round % 7], (long)passed / 1000,
               (long)(after[0].idle - before[0].idle) / 1000, (long)(after[0].user - before[0].user) / 1000);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}

TEST_BETWEEN(set_up, tear_down, interrupts_come_while_we_wait)
{
    uint64_t sum = 0;
    uint32_t i;

    assert_true(ask(before));
    usleep(100000);
    assert_true(ask(after));
    for (i = 0; i < processors.map.count; i++) {
        assert_true(after[i].interrupts >= before[i].interrupts);
        sum += after[i].interrupts - before[i].interrupts;
    }
    assert_true(sum > 0);
}

TEST_BETWEEN(set_up, tear_down, each_idle_state_that_is_counted_can_be_read)
{
    struct unixlib_idle_state reported;
    uint32_t i, index, count, all = 0;

    for (i = 0; i < processors.map.count; i++, all += count) {
        count = cpuidle_count(processors.cpus, processors.map.cpus[i]);
        for (index = 0; index < count; index++)
            assert_true(cpuidle_state(processors.cpus, processors.map.cpus[i], index, &reported));
        assert_false(cpuidle_state(processors.cpus, processors.map.cpus[i], count, &reported));
    }
    if (!all) SKIP_BECAUSE("Linux lists no idle states of this machine");
}
