/* SPDX-License-Identifier: MIT */
/* Tests what processes report about their threads, and about descendants that have ended. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, THREAD = 0x88, CROWD = 24, EACH = 40 };
static const struct process_identity PARENT = { 0x20, 132000000000000000, 0 }, CHILD = { 0x124, 132000000000000001, 0 },
                                   GRANDCHILD = { 0x130, 132000000000000002, 0 };
static const struct cpu_times NONE = { 0, 0 }, SOME = { 1000, 500 }, MORE = { 70000, 20000 };
static struct fake_tree tree;
static struct publisher publisher;
static struct published_thread thread, untouched;
static char path[160];

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    memset(&untouched, 0xCC, sizeof untouched);
    thread = untouched;
    return !publisher_open(&publisher, tree.root, KEY);
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

static struct other begin(struct process_identity process, uint32_t parent)
{
    bool claimed;
    const struct other other = other_begin_child(tree.root, KEY, process, parent, &claimed);

    assert_true(claimed);
    return other;
}

static uint64_t now(clockid_t clock)
{
    struct timespec time;

    assert_int_equal(clock_gettime(clock, &time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static bool find_thread(uint64_t since)
{
    pid_t pid;

    thread = untouched;
    return lookup_thread(&publisher, THREAD, CHILD.id, since, &thread, &pid);
}

TEST_BETWEEN(set_up, tear_down, a_thread_that_has_ended_reports_its_last_times)
{
    struct other other = begin(CHILD, 0);

    assert_false(find_thread(0));
    assert_memory_equal(&thread, &untouched, sizeof thread);
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
TEST_BETWEEN(set_up, tear_down, a_live_thread_is_known_by_its_clock)
{
    struct other other = begin(CHILD, 0);

    assert_true(other_thread(&other, THREAD, NONE));
    other_burn(&other, 30);
    assert_true(find_thread(0));
    assert_false(thread.flags & THREAD_ENDED);
    assert_true(thread.total >= 29000000);  /* its last tick is counted when it is over */
    other_kill(&other);
}

TEST_BETWEEN(set_up, tear_down, a_thread_that_was_killed_with_its_process_is_unknown)
{
    struct other other = begin(CHILD, 0);

    assert_true(other_thread(&other, THREAD, NONE));
    other_kill(&other);
    assert_false(find_thread(0));
    assert_memory_equal(&thread, &untouched, sizeof thread);
}

TEST_BETWEEN(set_up, tear_down, an_earlier_bearer_of_a_threads_id_is_not_taken_for_it)
{
    struct other other = begin(CHILD, 0);
    uint64_t later;
    pid_t pid;

    assert_true(other_thread(&other, THREAD, SOME));
    later = now(CLOCK_REALTIME) / 100 + 1;
    assert_false(find_thread(later));
    usleep(1000);
    assert_true(other_thread(&other, THREAD, MORE));
    assert_true(find_thread(later));
    assert_int_equal(thread.total, MORE.user + MORE.kernel);
    assert_false(lookup_thread(&publisher, THREAD, PARENT.id, 0, &thread, &pid));
    other_kill(&other);
}

TEST_BETWEEN(set_up, tear_down, threads_whose_ids_follow_each_other_all_have_a_place)
{
    enum { COUNT = 3000 };
    struct other other = begin(CHILD, 0);
    uint32_t i;
    pid_t pid;

    for (i = 0; i < COUNT; i++) assert_true(other_thread(&other, THREAD + 4 * i, (struct cpu_times){ 100 + i, 0 }));
    for (i = 0; i < COUNT; i++) {
        assert_true(lookup_thread(&publisher, THREAD + 4 * i, CHILD.id, 0, &thread, &pid));
        assert_int_equal(thread.total, 100 + i);
    }
    other_kill(&other);
}

static void assert_descendants(struct process_identity process, struct cpu_times times)
{
    struct cpu_times sum = { 1, 1 };

    assert_true(lookup_descendants(&publisher, process, &sum));
    assert_int_equal(sum.user, times.user);
    assert_int_equal(sum.kernel, times.kernel);
}

TEST_BETWEEN(set_up, tear_down, what_children_and_grandchildren_used_goes_up_when_they_end)
{
    struct other parent = begin(PARENT, 0), child = begin(CHILD, PARENT.id), grandchild = begin(GRANDCHILD, CHILD.id);

    assert_descendants(PARENT, NONE);
    assert_true(other_end(&grandchild, SOME));
    assert_descendants(PARENT, NONE);
    assert_descendants(CHILD, SOME);
    assert_true(other_end(&child, MORE));
    assert_descendants(PARENT, (struct cpu_times){ SOME.user + MORE.user, SOME.kernel + MORE.kernel });
    assert_true(other_end(&parent, MORE));
    assert_descendants(PARENT, (struct cpu_times){ SOME.user + MORE.user, SOME.kernel + MORE.kernel });
}

TEST_BETWEEN(set_up, tear_down, who_outlives_its_parent_is_nobodys)
{
    struct other parent = begin(PARENT, 0), child = begin(CHILD, PARENT.id);

    assert_true(other_end(&parent, SOME));
    assert_true(other_end(&child, MORE));
    assert_descendants(PARENT, NONE);
}

/* A process with the parent's id that is younger than the child is not its parent. */
TEST_BETWEEN(set_up, tear_down, the_next_bearer_of_a_parents_id_is_not_taken_for_it)
{
    const struct process_identity next = { PARENT.id, CHILD.created + 1, 0 };
    struct other parent = begin(PARENT, 0), child = begin(CHILD, PARENT.id), other;

    other_kill(&parent);
    other = begin(next, 0);
    assert_true(other_end(&child, MORE));
    assert_descendants(next, NONE);
    other_kill(&other);
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

TEST_BETWEEN(set_up, tear_down, many_who_end_at_once_are_all_counted)
{
    struct other parent;
    pid_t children[CROWD];
    int i, status;

    if (getenv("CYCLETIME_TEST_EMULATED")) SKIP_BECAUSE("on an emulated machine some wait longer than an end may");
    parent = begin(PARENT, 0);
    for (i = 0; i < CROWD; i++) {
        children[i] = fork();
        if (!children[i]) _exit(live_and_end(i));
    }
    for (i = 0; i < CROWD; i++) {
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_descendants(PARENT, (struct cpu_times){ 3 * CROWD * EACH, 2 * CROWD * EACH });
    other_kill(&parent);
}

TEST_BETWEEN(set_up, tear_down, ended_totals_move_to_the_next_file_with_its_process)
{
    struct other parent = begin(PARENT, 0), child = begin(CHILD, PARENT.id);

    assert_true(other_end(&child, MORE));
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&parent, SOME));
    publisher_close(&publisher);
    assert_true(publisher_open(&publisher, tree.root, KEY));
    assert_descendants(PARENT, MORE);
    other_kill(&parent);
}

TEST_BETWEEN(set_up, tear_down, all_locks_taken_by_another_hold_nobody_up)
{
    struct other parent = begin(PARENT, 0), child = begin(CHILD, PARENT.id);
    struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET,
                         .l_start = (1 << 30) + SHARED_LOCKS * (find_first_slot(0, PARENT.id) + 1) + SHARED_LOCK_TOTALS,
                         .l_len = 1 };
    struct lookup_answer answer;
    const int file = open(path, O_RDWR);
    uint64_t before;

    assert_int_equal(fcntl(file, F_SETLK, &all), 0);
    before = now(CLOCK_MONOTONIC);
    assert_true(other_end(&child, MORE));
    assert_true(now(CLOCK_MONOTONIC) - before < 10000000000);  /* a waiting one would wait for good */
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.times.user, MORE.user);
    assert_descendants(PARENT, NONE);
    close(file);
    other_kill(&parent);
}

/* Ended for the system, and still there for Linux. */
TEST_BETWEEN(set_up, tear_down, one_that_is_over_and_not_gone_yet_is_measured_by_its_clock)
{
    struct other child = begin(CHILD, 0);
    struct lookup_answer answer;

    other_burn(&child, 30);
    kill(child.pid, SIGKILL);
    waitid(P_PID, (id_t)child.pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT);
    assert_true(lookup_process(&publisher, CHILD, OVER, &answer));
    assert_true(answer.has_ended && answer.is_exact);
    assert_true(answer.times.user + answer.times.kernel >= 30000000);
    other_kill(&child);
}
