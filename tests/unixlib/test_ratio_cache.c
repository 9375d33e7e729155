/* SPDX-License-Identifier: MIT */
/* Tests the cache of the kernel's ratios. The process is this one, and a test says where its clock is. */
#include "child.h"
#include "linux_clocks.h"
#include "shared_test.h"
#include "unixlib/shared_file/procfs_process.h"

#include <sys/resource.h>
#include <unistd.h>

static const uint64_t TOTAL = 500 * MS, TICK = 10 * MS;
static const struct cpu_times UNKNOWN = { 3, 4 };
static struct entry entry;

static struct cpu_times ratio_at(uint64_t total)
{
    struct cpu_times ratio = UNKNOWN;

    entry.process.pid = (uint32_t)getpid();
    entry_ratio(&entry, total, &ratio);
    return ratio;
}

static bool is_ratio(struct cpu_times left, struct cpu_times right)
{
    return left.user == right.user && left.kernel == right.kernel;
}

/* Sets the entry, and returns the ratio that the first query got; the process has used more since. */
static struct cpu_times begin_with(uint32_t slot, uint64_t sum)
{
    struct cpu_times ratio;

    entry.slot = slot;
    entry.process.sum = sum;
    work_ns(30 * MS);
    ratio = ratio_at(TOTAL);
    assert_true(ratio.user + ratio.kernel >= 20 * MS);
    work_ns(30 * MS);
    return ratio;
}

/* Has Linux refuse this process to open files, or allow it again. */
static void refuse_files(bool refuse)
{
    static struct rlimit before;

    if (refuse) assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ refuse ? 0 : before.rlim_cur, before.rlim_max }), 0);
}

TEST(the_ratio_is_not_read_again_within_a_tick_of_the_processs_clock)
{
    const struct cpu_times first = begin_with(1, 11);
    struct cpu_times same, later;


    refuse_files(true);
    same = ratio_at(TOTAL);
    later = ratio_at(TOTAL + TICK - 1);
    refuse_files(false);
    assert_true(is_ratio(same, first));
    assert_true(is_ratio(later, first));
}

TEST(the_ratio_is_read_again_a_tick_later)
{
    const struct cpu_times first = begin_with(2, 12), next = ratio_at(TOTAL + TICK);

    assert_true(next.user + next.kernel >= first.user + first.kernel + 20 * MS);
    work_ns(30 * MS);
    assert_true(is_ratio(ratio_at(TOTAL + 2 * TICK - 1), next));
}

TEST(a_clock_that_went_back_is_another_ones)
{
    const struct cpu_times first = begin_with(3, 13), next = ratio_at(TOTAL - 1);

    assert_true(next.user + next.kernel > first.user + first.kernel);
}

/* The last process of a slot may have ended when its clock was where the next one's is. */
TEST(another_process_of_the_same_slot_has_a_ratio_of_its_own)
{
    const struct cpu_times first = begin_with(4, 14);
    struct cpu_times next;

    entry.process.sum++;
    next = ratio_at(TOTAL);
    assert_true(next.user + next.kernel > first.user + first.kernel);
}

TEST(a_ratio_that_cannot_be_read_is_the_published_one_and_is_not_kept)
{
    struct cpu_times refused;

    entry.slot = 5;
    entry.process.sum = 15;
    work_ns(30 * MS);
    refuse_files(true);
    refused = ratio_at(TOTAL);
    refuse_files(false);
    assert_true(is_ratio(refused, UNKNOWN));
    assert_false(is_ratio(ratio_at(TOTAL), UNKNOWN));
}

static int ask_young_process(void)
{
    entry.slot = 6;
    entry.process.sum = 16;
    if (!is_ratio(ratio_at(1 * MS), UNKNOWN)) return 1;
    work_ns(40 * MS);
    if (!is_ratio(ratio_at(2 * MS), UNKNOWN)) return 2;
    return is_ratio(ratio_at(12 * MS), UNKNOWN) ? 3 : 0;
}

/* Linux begins to count a forked child's time anew. */
TEST(a_process_without_a_whole_tick_keeps_the_published_ratio_for_the_next_tick)
{
    assert_int_equal(IN_CHILD(ask_young_process()), 0);
}
