/* SPDX-License-Identifier: MIT */
/* Tests what processes report about their threads, and about descendants that have ended. */
#include "child.h"
#include "linux_clocks.h"
#include "shared_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREAD = 0x88, CROWD = 24, EACH = 40 };
static const struct process_identity GRANDCHILD = { 0x130, 132000000000000002, 0 };
static struct published_thread thread, unknown;

static bool find_thread(uint64_t since)
{
    pid_t pid;

    memset(&unknown, 0xCC, sizeof unknown);
    thread = unknown;
    return lookup_thread(&publisher, THREAD, CHILD.id, since, &thread, &pid);
}

TEST_WITH_FILE(a_thread_that_has_ended_reports_its_last_times)
{
    struct other other = begin(CHILD);

    assert_false(find_thread(0));
    assert_memory_equal(&thread, &unknown, sizeof thread);
    assert_true(other_thread(&other, THREAD, NONE));
    assert_true(other_thread(&other, THREAD, MORE));
    assert_true(find_thread(0));
    assert_int_equal(thread.total, MORE.user + MORE.kernel);
    assert_int_equal(thread.kernel, MORE.kernel);
    other_kill(&other);
    assert_true(find_thread(0));
    assert_int_equal(thread.total, MORE.user + MORE.kernel);
}

/* It is its process's only one; the kernel reports both by the same counter. */
TEST_WITH_FILE(a_live_thread_is_known_by_its_clock)
{
    struct other other = begin(CHILD);

    assert_true(other_thread(&other, THREAD, NONE));
    other_burn(&other, 30);
    assert_true(find_thread(0));
    assert_false(thread.flags & THREAD_ENDED);
    assert_true(thread.total >= 29000000);  /* its last tick is counted when it is over */
}

TEST_WITH_FILE(a_thread_that_was_killed_with_its_process_is_unknown)
{
    struct other other = begin(CHILD);

    assert_true(other_thread(&other, THREAD, NONE));
    other_kill(&other);
    assert_false(find_thread(0));
    assert_memory_equal(&thread, &unknown, sizeof thread);
}

TEST_WITH_FILE(an_earlier_bearer_of_a_threads_id_is_not_taken_for_it)
{
    struct other other = begin(CHILD);
    uint64_t later;
    pid_t pid;

    assert_true(other_thread(&other, THREAD, SOME));
    later = read_ns(CLOCK_REALTIME) / 100 + 1;
    assert_false(find_thread(later));
    usleep(1000);
    assert_true(other_thread(&other, THREAD, MORE));
    assert_true(find_thread(later));
    assert_int_equal(thread.total, MORE.user + MORE.kernel);
    assert_false(lookup_thread(&publisher, THREAD, PARENT.id, 0, &thread, &pid));
}

TEST_WITH_FILE(threads_whose_ids_follow_each_other_all_have_a_place)
{
    enum { COUNT = 3000 };
    struct other other = begin(CHILD);
    uint32_t i;
    pid_t pid;

    for (i = 0; i < COUNT; i++) assert_true(other_thread(&other, THREAD + 4 * i, (struct cpu_times){ 100 + i, 0 }));
    for (i = 0; i < COUNT; i++) {
        assert_true(lookup_thread(&publisher, THREAD + 4 * i, CHILD.id, 0, &thread, &pid));
        assert_int_equal(thread.total, 100 + i);
    }
}

static void assert_descendants(struct process_identity process, struct cpu_times times)
{
    struct cpu_times sum = { 1, 1 };

    assert_true(lookup_descendants(&publisher, process, &sum));
    assert_int_equal(sum.user, times.user);
    assert_int_equal(sum.kernel, times.kernel);
}

TEST_WITH_FILE(what_children_and_grandchildren_used_goes_up_when_they_end)
{
    struct other parent = begin(PARENT), child = begin_child(CHILD, PARENT.id);
    struct other grandchild = begin_child(GRANDCHILD, CHILD.id);

    assert_descendants(PARENT, NONE);
    assert_true(other_end(&grandchild, SOME));
    assert_descendants(PARENT, NONE);
    assert_descendants(CHILD, SOME);
    assert_true(other_end(&child, MORE));
    assert_descendants(PARENT, (struct cpu_times){ SOME.user + MORE.user, SOME.kernel + MORE.kernel });
    assert_true(other_end(&parent, MORE));
    assert_descendants(PARENT, (struct cpu_times){ SOME.user + MORE.user, SOME.kernel + MORE.kernel });
}

TEST_WITH_FILE(a_child_that_outlives_its_parent_is_nobodys)
{
    struct other parent = begin(PARENT), child = begin_child(CHILD, PARENT.id);

    assert_true(other_end(&parent, SOME));
    assert_true(other_end(&child, MORE));
    assert_descendants(PARENT, NONE);
}

/* A process with the parent's id that is younger than the child is not its parent. */
TEST_WITH_FILE(the_next_bearer_of_a_parents_id_is_not_taken_for_it)
{
    const struct process_identity next = { PARENT.id, CHILD.created + 1, 0 };
    struct other parent = begin(PARENT), child = begin_child(CHILD, PARENT.id);

    other_kill(&parent);
    begin(next);
    assert_true(other_end(&child, MORE));
    assert_descendants(next, NONE);
}

static int live_and_end(int i)
{
    static struct publisher its;
    int n;

    for (n = 0; n < EACH; n++) {
        const struct process_identity process = { 0x1000 + 4 * (uint32_t)(i * EACH + n), CHILD.created, 0 };

        if (!publisher_open(&its, tree.root, KEY) || !publisher_claim(&its, process, PARENT.id, NONE)) return 1;
        if (!publisher_end(&its, (struct cpu_times){ 3, 2 })) return 2;
        publisher_close(&its);
    }
    return 0;
}

TEST_WITH_FILE(many_children_that_end_at_once_are_all_counted)
{
    pid_t children[CROWD];
    int i;

    if (getenv("CYCLETIME_TEST_EMULATED")) SKIP_BECAUSE("on an emulated machine some wait longer than an end may");
    begin(PARENT);
    for (i = 0; i < CROWD; i++) {
        children[i] = fork();
        if (!children[i]) _exit(live_and_end(i));
    }
    for (i = 0; i < CROWD; i++) assert_int_equal(exit_code_of(children[i]), 0);
    assert_descendants(PARENT, (struct cpu_times){ 3 * CROWD * EACH, 2 * CROWD * EACH });
}

TEST_WITH_FILE(ended_totals_move_to_the_next_file_with_its_process)
{
    struct other parent = begin(PARENT), child = begin_child(CHILD, PARENT.id);

    assert_true(other_end(&child, MORE));
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&parent, SOME));
    publisher_close(&publisher);
    assert_true(open_publisher());
    assert_descendants(PARENT, MORE);
}

TEST_WITH_FILE(all_locks_taken_by_another_hold_nobody_up)
{
    struct other child;
    struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET,
                         .l_start = SHARED_LOCK_TOTALS(find_first_slot(0, PARENT.id)),
                         .l_len = 1 };
    const int file = open(path, O_RDWR);
    uint64_t before;

    begin(PARENT);
    child = begin_child(CHILD, PARENT.id);
    assert_int_equal(fcntl(file, F_SETLK, &all), 0);
    before = read_ns(CLOCK_MONOTONIC);
    assert_true(other_end(&child, MORE));
    assert_true(read_ns(CLOCK_MONOTONIC) - before < 10000000000);  /* a waiting one would wait for good */
    assert_ended(CHILD, MORE, true);
    assert_descendants(PARENT, NONE);
    close(file);
}

/* Ended for the system, and still there for Linux. */
TEST_WITH_FILE(a_process_that_is_over_and_not_gone_yet_is_measured_by_its_clock)
{
    const struct other child = begin(CHILD);

    other_burn(&child, 30);
    kill(child.pid, SIGKILL);
    waitid(P_PID, (id_t)child.pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT);
    assert_true(lookup_process(&publisher, CHILD, OVER, &answer));
    assert_true(answer.has_ended && answer.is_exact);
    assert_true(total_of(answer.times) >= 30 * MS);
}
