/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_tree.h"
#include "unixlib/processors/processors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const int64_t SECOND = 1000000000;
static const uint64_t JIFFY = 10000000, SENTINEL = 0xCCCCCCCCCCCCCCCC;
static struct processors processors;
static struct unixlib_processor_times times[MOST_CPUS];
static int64_t fake_time = 5000000000000;

static bool fake_now(uint64_t *now)
{
    *now = (uint64_t)__atomic_load_n(&fake_time, __ATOMIC_RELAXED);
    return true;
}

/* A machine whose CPU n has been idle for IDLE + n jiffies, whereof 5 waiting for a disk, and so on. */
static void put_stat(const char *online, uint64_t idle)
{
    static char text[1 << 19];
    struct cpu_map map;
    char *at = text;
    uint32_t i;

    assert_true(cpu_map_parse(&map, online, strlen(online)));
    at += sprintf(at, "cpu  1 2 3 4 5 6 7 8 9 10\n");
    for (i = 0; i < map.count; i++)
        at += sprintf(at, "cpu%u 100 20 3000 %lu 5 60 700 8 9 10\n", map.cpus[i], (unsigned long)idle + map.cpus[i] - 5);
    at += sprintf(at, "intr 1 2 3\nctxt 5\n");
    fake_tree_write(&tree, "/proc/stat", text);
}

static void put_machine(const char *online, uint64_t idle)
{
    put_stat(online, idle);
    fake_tree_write(&tree, "/sys/devices/system/cpu/online", online);
}

static bool open_machine(void)
{
    const bool good = processors_open(&processors, tree.root);

    processors.monotonic = fake_now;
    return good;
}

/* Begins with a machine of these CPUs, idle for 1000 jiffies and more. */
#define start(online) \
    do { \
        put_machine(online, 1000); \
        assert_true(open_machine()); \
    } while (0)

/* Fill `times`, which are poisoned where the call reports nothing. The second reads the interrupts too. */
static bool ask(uint32_t first, uint32_t count)
{
    memset(times, 0xCC, sizeof times);
    return processors_times(&processors, first, count, false, times);
}

static bool ask_interrupts(uint32_t first, uint32_t count)
{
    memset(times, 0xCC, sizeof times);
    return processors_times(&processors, first, count, true, times);
}

static uint64_t all_time(uint32_t i)
{
    return times[i].kernel + times[i].user;
}

static int set_up(void **state)
{
    if (tree_set_up(state)) return 1;
    fake_tree_write(&tree, "/proc/self", "");
    return 0;
}

static int tear_down(void **state)
{
    processors_close(&processors);
    return tree_tear_down(state);
}

TEST_BETWEEN(set_up, tear_down, machines_of_1_to_160_cpus_report_each)
{
    static const uint32_t sizes[] = { 1, 2, 3, 7, 16, 63, 64, 65, 96, 128, 159, 160 };
    char online[16];
    uint32_t i, cpu;

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(online, sizeof online, sizes[i] == 1 ? "0\n" : "0-%u\n", sizes[i] - 1);
        put_machine(online, 1000);
        assert_true(open_machine());
        assert_int_equal(processors.map.count, sizes[i]);
        assert_true(ask(0, sizes[i]));
        for (cpu = 0; cpu < sizes[i]; cpu++) assert_int_equal(times[cpu].idle, (1000 + cpu) * JIFFY);
        assert_true(times[sizes[i]].idle == SENTINEL);
        processors_close(&processors);
    }
}

/* A group begins where the one before ends. */
TEST_BETWEEN(set_up, tear_down, a_processor_is_the_online_cpu_of_its_place)
{
    static const struct {
        const char *online;
        uint32_t first, count, cpus[2]; /* the first and the last of them */
    } rows[] = { { "0,2,4,6\n", 0, 4, { 0, 6 } }, { "1,3-4,63,65,200\n", 0, 6, { 1, 200 } },
                 { "1,3-4,63,65,200\n", 4, 1, { 65, 65 } }, { "0-9,20-129\n", 64, 56, { 74, 129 } } };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_message("%u processors from %u of %s", rows[i].count, rows[i].first, rows[i].online);
        start(rows[i].online);
        assert_true(ask(rows[i].first, rows[i].count));
        assert_int_equal(times[0].idle, (1000 + rows[i].cpus[0]) * JIFFY);
        assert_int_equal(times[rows[i].count - 1].idle, (1000 + rows[i].cpus[1]) * JIFFY);
        assert_true(times[rows[i].count].idle == SENTINEL);
        processors_close(&processors);
    }
}

TEST_BETWEEN(set_up, tear_down, processors_that_are_not_there_have_no_answer)
{
    start("0-3\n");
    assert_true(ask(4, 0));
    assert_false(ask(0, 5));
    assert_false(ask(4, 1));
    assert_false(ask(UINT32_MAX, 2));
    assert_false(ask(1, UINT32_MAX));
    assert_false(ask(3, 2));
    assert_true(times[0].idle == SENTINEL);
    assert_false(ask_interrupts(3, 2));
    assert_true(times[0].interrupts == SENTINEL);
}

/* The time that was not idle is divided in the proportion of 120 to 3000 to 700 to 60. */
TEST_BETWEEN(set_up, tear_down, kernel_time_includes_all_but_user_time)
{
    uint64_t busy;

    start("0-1\n");
    assert_true(ask(1, 1));
    assert_int_equal(all_time(0), fake_time);
    assert_int_equal(times[0].idle, 1001 * JIFFY);
    busy = (uint64_t)fake_time - times[0].idle;
    assert_in_range(times[0].user, busy / 3880 * 120, busy / 3880 * 120 + 120);
    assert_in_range(times[0].irq, busy / 3880 * 60, busy / 3880 * 60 + 60);
    assert_in_range(times[0].softirq, busy / 3880 * 700, busy / 3880 * 700 + 700);
    assert_true(times[1].idle == SENTINEL);
}

TEST_BETWEEN(set_up, tear_down, all_processors_are_read_at_one_moment)
{
    uint32_t i;

    start("0-159\n");
    assert_true(ask(0, 160));
    for (i = 0; i < 160; i++) assert_int_equal(all_time(i), fake_time);
    fake_time += SECOND;
    assert_true(ask(100, 60));
    for (i = 0; i < 60; i++) assert_int_equal(all_time(i), fake_time);
}

TEST_BETWEEN(set_up, tear_down, a_cpu_taken_off_is_idle_and_goes_on_when_it_returns)
{
    start("0-3\n");
    assert_true(ask(0, 4));
    fake_time += 10 * SECOND;
    put_machine("0,3\n", 1500);
    assert_true(ask(0, 4));
    assert_int_equal(times[0].idle, 1500 * JIFFY);
    assert_int_equal(times[1].idle, 1001 * JIFFY + 10 * SECOND);
    assert_int_equal(times[2].idle, 1002 * JIFFY + 10 * SECOND);
    assert_int_equal(times[3].idle, 1503 * JIFFY);
    assert_int_equal(all_time(2), fake_time);
    fake_time += 10 * SECOND;
    put_machine("0-5\n", 2000);
    assert_true(ask(0, 4));
    assert_int_equal(times[0].idle, 2000 * JIFFY);
    assert_int_equal(times[1].idle, 1001 * JIFFY + 20 * SECOND);
    assert_int_equal(all_time(1), fake_time);
    assert_false(ask(0, 6));
}

TEST_BETWEEN(set_up, tear_down, a_cpu_that_was_never_seen_has_no_answer)
{
    put_machine("0-3\n", 1000);
    put_stat("0-1,3\n", 1000);
    assert_true(open_machine());
    assert_false(ask(0, 4));
    assert_true(times[0].idle == SENTINEL);
    assert_true(ask(3, 1));
    assert_int_equal(times[0].idle, 1003 * JIFFY);
}

/* An earlier answer is not returned as if it were a new one. */
TEST_BETWEEN(set_up, tear_down, a_file_that_becomes_unreadable_later_gives_no_old_answer)
{
    int stat;

    start("0-3\n");
    assert_true(ask(0, 4));
    fake_tree_write(&tree, "/proc/stat", "");
    assert_false(ask(0, 4));
    assert_true(times[0].idle == SENTINEL);
    put_stat("0-3\n", 1000);
    assert_true(ask(0, 4));
    stat = processors.stat;
    processors.stat = -1;
    assert_false(ask(0, 4));
    processors.stat = stat;
    assert_true(ask(0, 4));
}

static bool no_time(uint64_t *now)
{
    return false;
}

TEST_BETWEEN(set_up, tear_down, without_a_clock_there_is_no_answer)
{
    start("0-3\n");
    processors.monotonic = no_time;
    assert_false(ask(0, 4));
    assert_true(times[0].idle == SENTINEL);
    processors.monotonic = fake_now;
    assert_true(ask(0, 4));
    assert_int_equal(times[3].idle, 1003 * JIFFY);
}

TEST_BETWEEN(set_up, tear_down, without_sysfs_the_counters_report_who_is_online)
{
    static const char *const lists[] = { NULL, "", "nonsense\n", "0-" };
    size_t i;

    put_stat("0,5,9\n", 1000);
    for (i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i]) fake_tree_write(&tree, "/sys/devices/system/cpu/online", lists[i]);
        assert_true(open_machine());
        assert_int_equal(processors.map.count, 3);
        assert_true(ask(0, 3));
        assert_int_equal(times[2].idle, 1009 * JIFFY);
        processors_close(&processors);
    }
}

static int open_files(void)
{
    int file, count = 0;

    for (file = 0; file < 256; file++) count += fcntl(file, F_GETFD) >= 0;
    return count;
}

TEST_BETWEEN(set_up, tear_down, a_machine_that_reports_nothing_is_refused_and_nothing_stays_open)
{
    const int before = open_files();

    errno = 0;
    assert_false(open_machine());
    assert_int_equal(errno, ENOENT);
    fake_tree_write(&tree, "/proc/stat", "");
    assert_false(open_machine());
    fake_tree_write(&tree, "/proc/stat", "cpu  1 2 3 4 5 6 7 8\nintr 1\n");
    assert_false(open_machine());
    assert_int_equal(errno, ENODATA);
    fake_tree_write(&tree, "/sys/devices/system/cpu/online", "0-3\n");
    assert_false(open_machine());
    assert_int_equal(open_files(), before);
    assert_false(ask(0, 1));
}

TEST_BETWEEN(set_up, tear_down, interrupts_are_counted_by_processor_and_are_monotonic)
{
    start("0,2\n");
    assert_false(ask_interrupts(0, 2));
    assert_true(times[0].interrupts == SENTINEL);
    fake_tree_write(&tree, "/proc/interrupts", "   CPU0   CPU2\n  0:   10   20  x\nLOC:  100  200  y\n");
    assert_true(ask_interrupts(1, 1));
    assert_int_equal(times[0].interrupts, 220);
    assert_true(times[1].interrupts == SENTINEL);
    fake_tree_write(&tree, "/proc/interrupts", "   CPU0\n  0:   11  x\nLOC:  100  y\n");
    fake_time += SECOND;
    assert_true(ask_interrupts(0, 2));
    assert_int_equal(times[0].interrupts, 111);
    assert_int_equal(times[1].interrupts, 220);
}

TEST_BETWEEN(set_up, tear_down, interrupts_are_counted_anew_after_twenty_milliseconds)
{
    start("0\n");
    fake_tree_write(&tree, "/proc/interrupts", "   CPU0\n  0:   10  x\n");
    assert_true(ask_interrupts(0, 1));
    assert_int_equal(times[0].interrupts, 10);
    fake_tree_write(&tree, "/proc/interrupts", "   CPU0\n  0:   20  x\n");
    fake_time += INTERRUPTS_AGE;
    assert_true(ask_interrupts(0, 1));
    assert_int_equal(times[0].interrupts, 10);
    fake_time += 1;
    assert_true(ask_interrupts(0, 1));
    assert_int_equal(times[0].interrupts, 20);
}

TEST_BETWEEN(set_up, tear_down, processors_of_a_topology_are_its_cpus)
{
    static const char list[] = "4:3,0,3,1";

    put_machine("0-3\n", 1000);
    fake_tree_write(&tree, "/proc/interrupts", " CPU0 CPU1 CPU2 CPU3\n 0: 10 20 30 40 x\n");
    assert_true(open_machine());
    assert_true(cpu_topology_parse(&processors.topology, &processors.map, list, 64));
    assert_true(ask(0, 4));
    assert_int_equal(times[0].idle, 1003 * JIFFY);
    assert_int_equal(times[1].idle, 1000 * JIFFY);
    assert_int_equal(times[2].idle, 1003 * JIFFY);
    assert_int_equal(times[3].idle, 1001 * JIFFY);
    assert_true(ask_interrupts(0, 4));
    assert_int_equal(times[0].interrupts, 40);
    assert_int_equal(times[3].interrupts, 20);
    assert_false(ask(0, 5));
}

static bool went_back(const struct unixlib_processor_times *last, const struct unixlib_processor_times *now)
{
    return now->idle < last->idle || now->kernel < last->kernel || now->user < last->user || now->irq < last->irq
           || now->softirq < last->softirq;
}

static void *ask_often(void *result)
{
    struct unixlib_processor_times last[40] = { 0 }, now[40];
    uint64_t begin, end;
    int i, cpu;
    intptr_t bad = 0;

    for (i = 0; i < 3000; i++) {
        fake_now(&begin);
        if (!processors_times(&processors, 0, 40, false, now)) bad++;
        for (cpu = 0; cpu < 40; cpu++) {
            bad += went_back(&last[cpu], &now[cpu]) || now[cpu].kernel + now[cpu].user != now[0].kernel + now[0].user;
            bad += now[cpu].kernel + now[cpu].user < begin;
            fake_now(&end);
            bad += now[cpu].kernel + now[cpu].user > end;
        }
        memcpy(last, now, sizeof last);
    }
    *(intptr_t *)result = bad;
    return NULL;
}

TEST_BETWEEN(set_up, tear_down, many_threads_see_all_time_as_it_is_and_none_go_back)
{
    pthread_t threads[8];
    intptr_t bad[8] = { 0 };
    int i;

    start("0-39\n");
    for (i = 0; i < 8; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_often, &bad[i]), 0);
    for (i = 0; i < 3000; i++) __atomic_fetch_add(&fake_time, JIFFY, __ATOMIC_RELAXED);
    for (i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(bad[i], 0);
    }
}
