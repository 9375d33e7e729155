/* SPDX-License-Identifier: MIT */
/* Sequences of what Linux reported, most of them recorded, and what becomes of them. */
#include "apart.h"
#include "unixlib/processors/processors.h"

#include <stdlib.h>
#include <string.h>

static const int64_t MS = 1000000, SECOND = 1000000000, TICK = 10000000;

/* Holds the values of a processor in /proc/stat, and their time. */
struct machine {
    int64_t now;
    struct proc_stat_cpu reported;
};

/* So much more of each, in ms. What is stolen has no part in it. */
struct step {
    int passed, idle, user, system, softirq, irq;
};

static struct machine machine;
static struct processor_clock clock;

static int set_up(void **state)
{
    memset(&clock, 0, sizeof clock);
    machine = (struct machine){ 1000 * SECOND, { 0, 600 * SECOND, { 60 * SECOND, 20 * SECOND, 15 * SECOND, 5 * SECOND } } };
    processor_clock_advance(&clock, &machine.reported, machine.now);
    return 0;
}

static void live(struct step step)
{
    machine.now += step.passed * MS;
    machine.reported.idle += step.idle * MS;
    machine.reported.part[PROC_STAT_USER] += step.user * MS;
    machine.reported.part[PROC_STAT_SYSTEM] += step.system * MS;
    machine.reported.part[PROC_STAT_SOFTIRQ] += step.softirq * MS;
    machine.reported.part[PROC_STAT_IRQ] += step.irq * MS;
}

static void look(void)
{
    processor_clock_advance(&clock, &machine.reported, machine.now);
}

static void live_and_look(struct step step)
{
    live(step);
    look();
}

static void look_while_off(void)
{
    processor_clock_advance(&clock, NULL, machine.now);
}

static int64_t busy(void)
{
    int64_t sum = 0;
    int i;

    for (i = 0; i < PROC_STAT_PARTS; i++) sum += clock.part[i];
    return sum;
}

static int64_t all_time(void)
{
    return clock.idle.shown + busy();
}

/* Everything as it grew in between, in microseconds. */
static void assert_grew(const struct processor_clock *before, int64_t idle, int64_t user, int64_t system, int64_t softirq,
                        int64_t irq)
{
    assert_int_equal((clock.idle.shown - before->idle.shown) / 1000, idle);
    assert_int_equal((clock.part[PROC_STAT_USER] - before->part[PROC_STAT_USER]) / 1000, user);
    assert_int_equal((clock.part[PROC_STAT_SYSTEM] - before->part[PROC_STAT_SYSTEM]) / 1000, system);
    assert_int_equal((clock.part[PROC_STAT_SOFTIRQ] - before->part[PROC_STAT_SOFTIRQ]) / 1000, softirq);
    assert_int_equal((clock.part[PROC_STAT_IRQ] - before->part[PROC_STAT_IRQ]) / 1000, irq);
}

TEST_AFTER(set_up, the_first_answer_is_all_time_since_the_start)
{
    assert_int_equal(all_time(), machine.now);
    assert_int_equal(clock.idle.shown, 600 * SECOND);
    assert_int_equal(clock.part[PROC_STAT_USER], 240 * SECOND);
    assert_int_equal(clock.part[PROC_STAT_SYSTEM], 80 * SECOND);
    assert_int_equal(clock.part[PROC_STAT_SOFTIRQ], 60 * SECOND);
    assert_int_equal(clock.part[PROC_STAT_IRQ], 20 * SECOND);
}

/* Recorded with 36 ms stolen beside. */
TEST_AFTER(set_up, under_steal_the_sum_is_the_time_that_passed)
{
    struct processor_clock before;
    int i;

    for (i = 0; i < 600; i++) {
        before = clock;
        live_and_look((struct step){ .passed = 100, .idle = 88, .user = 2, .system = 2 });
        assert_int_equal(all_time(), machine.now);
        assert_grew(&before, 88000, 6000, 6000, 0, 0);
    }
}

TEST_AFTER(set_up, work_in_step_with_the_tick_has_no_more_than_the_time_that_passed)
{
    struct processor_clock before;
    int i;

    for (i = 0; i < 600; i++) {
        before = clock;
        live_and_look((struct step){ .passed = 100, .idle = 91, .user = 22, .softirq = 4 });
        assert_int_equal(all_time(), machine.now);
        assert_int_equal(clock.idle.shown - before.idle.shown, 91 * MS);
        assert_int_equal(clock.part[PROC_STAT_SOFTIRQ] - before.part[PROC_STAT_SOFTIRQ], 9 * MS * 4 / 26);
        assert_int_equal(clock.part[PROC_STAT_SYSTEM], before.part[PROC_STAT_SYSTEM]);
        assert_int_equal(clock.part[PROC_STAT_IRQ], before.part[PROC_STAT_IRQ]);
    }
}

/* The other way round: what the tick never meets. */
TEST_AFTER(set_up, work_that_the_tick_never_meets_is_shared_out_as_the_last_was)
{
    struct processor_clock before;

    live_and_look((struct step){ .passed = 100, .idle = 60, .user = 30, .system = 10 });
    before = clock;
    live_and_look((struct step){ .passed = 100, .idle = 20 });
    assert_int_equal(all_time(), machine.now);
    assert_grew(&before, 20000, 60000, 20000, 0, 0);
}

TEST_AFTER(set_up, a_processor_that_was_never_sampled_works_in_the_kernel)
{
    memset(&clock, 0, sizeof clock);
    memset(machine.reported.part, 0, sizeof machine.reported.part);
    look();
    assert_int_equal(clock.part[PROC_STAT_SYSTEM], 400 * SECOND);
    assert_int_equal(all_time(), machine.now);
}

TEST_AFTER(set_up, a_sample_that_goes_back_goes_on_from_there)
{
    struct processor_clock before;

    before = clock;
    machine.reported.part[PROC_STAT_USER] = 30 * MS;
    live_and_look((struct step){ .passed = 100, .idle = 90, .system = 10 });
    assert_grew(&before, 90000, 0, 10000, 0, 0);
    before = clock;
    live_and_look((struct step){ .passed = 100, .idle = 90, .user = 10 });
    assert_grew(&before, 90000, 10000, 0, 0, 0);
}

TEST_AFTER(set_up, idle_time_that_goes_back_is_not_followed)
{
    struct processor_clock before = clock;

    live_and_look((struct step){ .passed = 100, .idle = -20, .user = 30 });
    assert_grew(&before, 0, 100000, 0, 0, 0);
    live_and_look((struct step){ .passed = 100, .idle = 100, .user = 10 });
    assert_grew(&before, 80000, 120000, 0, 0, 0);
    assert_int_equal(all_time(), machine.now);
}

TEST_AFTER(set_up, a_cpu_that_is_off_is_idle)
{
    struct processor_clock before = clock;
    int i;

    for (i = 0; i < 50; i++) {
        live((struct step){ .passed = 100 });
        look_while_off();
        assert_int_equal(all_time(), machine.now);
    }
    assert_grew(&before, 5000000, 0, 0, 0, 0);
}

/* Since Linux 6.8 its idle time stands still meanwhile; before, it begins anew. */
static void come_back(int64_t idle)
{
    struct processor_clock before = clock;

    live((struct step){ .passed = 60000 });
    look_while_off();
    machine.reported.idle = idle;
    live_and_look((struct step){ .passed = 1000, .idle = 500, .user = 30, .system = 10 });
    assert_grew(&before, 60960000, 30000, 10000, 0, 0);
    live_and_look((struct step){ .passed = 1000, .idle = 700, .user = 200, .system = 100 });
    assert_grew(&before, 61660000, 230000, 110000, 0, 0);
    assert_int_equal(all_time(), machine.now);
}

TEST_AFTER(set_up, a_cpu_that_comes_back_goes_on)
{
    come_back(machine.reported.idle);
}

TEST_AFTER(set_up, a_cpu_that_comes_back_with_new_counters_goes_on)
{
    come_back(0);
}

/* Nobody asked while it was off. */
TEST_AFTER(set_up, new_counters_show_that_a_cpu_was_off)
{
    struct processor_clock before = clock;

    machine.reported.idle = 0;
    live_and_look((struct step){ .passed = 60000, .idle = 500, .user = 30, .system = 10 });
    assert_grew(&before, 59960000, 30000, 10000, 0, 0);
    assert_int_equal(all_time(), machine.now);
}

TEST_AFTER(set_up, a_cpu_that_was_never_there_is_not_seen)
{
    memset(&clock, 0, sizeof clock);
    look_while_off();
    assert_false(clock.seen);
    look();
    assert_true(clock.seen);
    assert_int_equal(all_time(), machine.now);
}

/* In a time namespace. From there on it is the same. */
TEST_AFTER(set_up, a_clock_younger_than_the_idle_time_begins_with_what_the_counters_say)
{
    int64_t first;

    memset(&clock, 0, sizeof clock);
    machine.now = 5 * SECOND;
    look();
    first = all_time();
    assert_int_equal(first, 700 * SECOND);
    live_and_look((struct step){ .passed = 1000, .idle = 400, .user = 100 });
    assert_int_equal(all_time(), first + SECOND);
}

/* Whatever is reported: steps of 10 ms, counters that jump, CPUs that go and come. */
TEST_AFTER(set_up, whatever_is_reported_the_sum_is_the_time_and_monotonic)
{
    struct processor_clock before;
    int i, part;

    srandom(3);
    for (i = 0; i < 300000; i++) {
        before = clock;
        machine.now += random() % (i / 1000 % 2 ? MS : 300 * MS);
        machine.reported.idle += (random() % 40 - 2) * TICK * (random() % 1000 ? 1 : 100);
        for (part = 0; part < PROC_STAT_PARTS; part++) machine.reported.part[part] += (random() % 8 - 1) * TICK;
        if (random() % 5000 == 0) machine.reported.idle = 0;
        if (random() % 50) look();
        else look_while_off();
        assert_int_equal(all_time(), machine.now);
        assert_true(clock.idle.shown >= before.idle.shown);
        for (part = 0; part < PROC_STAT_PARTS; part++) assert_true(clock.part[part] >= before.part[part]);
    }
}

/* Two programs that look at other times agree on all time, and to a step on idle time. */
TEST_AFTER(set_up, two_programs_agree_on_all_time_and_idle_time)
{
    struct processor_clock other = { 0 };
    int64_t idle = machine.reported.idle, step, apart;
    int i;

    srandom(4);
    for (i = 0; i < 100000; i++) {
        step = random() % (20 * MS);
        machine.now += step;
        idle += random() % 2 ? step : random() % (step + 1);
        machine.reported.idle = idle / TICK * TICK;
        machine.reported.part[random() % PROC_STAT_PARTS] += TICK;
        if (random() % 3 == 0) processor_clock_advance(&other, &machine.reported, machine.now);
        look();
        if (other.idle.moment != machine.now) continue;
        apart = clock.idle.shown - other.idle.shown;
        assert_true(apart < TICK && apart > -TICK);
        assert_int_equal(all_time(), machine.now);
        assert_int_equal(other.idle.shown + other.part[0] + other.part[1] + other.part[2] + other.part[3], machine.now);
    }
}
