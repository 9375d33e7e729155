/* SPDX-License-Identifier: MIT */
/* Many processes at once, and such as are killed at any moment. */
#include "child.h"
#include "shared_test.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CROWD = 50, ROUNDS = 2000 };
static pid_t children[CROWD];

static struct process_identity process_of(int i)
{
    return (struct process_identity){ 0x20 + 4 * (uint32_t)i, 1000 + (uint64_t)i, 0 };
}

/* Figures that belong together. */
static struct cpu_times times_of(uint64_t n)
{
    return (struct cpu_times){ n, 3 * n + 1 };
}

static bool belong_together(struct cpu_times times)
{
    return times.kernel == 3 * times.user + 1;
}

static bool enter(int i)
{
    return open_publisher() && publisher_claim(&publisher, process_of(i), 0, times_of(0));
}

static pid_t start(int (*run)(int), int i)
{
    const pid_t child = fork();

    if (child) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(run(i));
}

/* Returns the status with which it ended. */
static int kill_child(pid_t child)
{
    int status = -1;

    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return status;
}

static int how_many_files(void)
{
    DIR *folder = opendir(tree.root);
    int count = -2;

    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

static bool publish(uint64_t n)
{
    const struct cpu_times times = times_of(n);

    return publisher_publish_times(&publisher, &times);
}

static int publish_often(int i)
{
    uint64_t n;

    if (!enter(i)) return 1;
    for (n = 1; n <= ROUNDS; n++)
        if (!publish(n)) return 2;
    return !publisher_end(&publisher, times_of(n));
}

/* A live process' times are its clock's; an ended one's are some that it published. */
static int read_often(int i)
{
    int round;

    if (!open_publisher()) return 1;
    for (round = 0; round < 20 * ROUNDS; round++) {
        if (!find(process_of((i + round) % CROWD))) continue;
        if (answer.is_exact && answer.has_ended && answer.times.user != ROUNDS + 1) return 2;
        if (answer.has_ended && !belong_together(answer.times)) return 3;
        if (!answer.has_ended && answer.linux_pid <= 0) return 4;
    }
    return 0;
}

TEST_IN_FOLDER(fifty_publish_while_others_read)
{
    pid_t readers[4];
    int i;

    assert_true(open_publisher());
    for (i = 0; i < 4; i++) readers[i] = start(read_often, i);
    for (i = 0; i < CROWD; i++) children[i] = start(publish_often, i);
    for (i = 0; i < CROWD; i++) assert_int_equal(exit_code_of(children[i]), 0);
    for (i = 0; i < 4; i++) assert_int_equal(exit_code_of(readers[i]), 0);
    for (i = 0; i < CROWD; i++) assert_ended(process_of(i), times_of(ROUNDS + 1), true);
}

static int publish_until_killed(int i)
{
    uint64_t n;

    if (!enter(i)) return 1;
    for (n = 1;; n++) publish(n);
}

/* One after another in the same places, each killed at a moment of its own. */
TEST_IN_FOLDER(a_writer_killed_at_any_moment_blocks_nobody)
{
    struct timespec moment = { 0, 0 };
    const time_t begun = time(NULL);
    pid_t child;
    int i, found = 0;

    srandom(6);
    assert_true(open_publisher());
    /* Six hundred; on a busy machine what ten seconds give. */
    for (i = 0; i < 600 && (found <= 100 || time(NULL) < begun + 10); i++) {
        child = start(publish_until_killed, i % 8);
        moment.tv_nsec = random() % 2000000;
        nanosleep(&moment, NULL);
        find(process_of(i % 8));
        assert_int_equal(kill_child(child), SIGKILL);
        if (!find(process_of(i % 8))) continue;  /* killed before it began */
        assert_true(answer.has_ended);
        assert_true(belong_together(answer.times));
        found++;
    }
    assert_true(found > 100);
    assert_int_equal(exit_code_of(start(publish_often, 0)), 0);
}

static int see_all(int i)
{
    const struct timespec moment = { 0, 1000000 };
    int other, round;

    if (!enter(i)) return 1;
    for (other = 0; other < CROWD; other++) {
        for (round = 0; !find(process_of(other)); round++) {
            if (round == 10000) return 2;
            nanosleep(&moment, NULL);
        }
    }
    pause();
    return 3;
}

/* Some make the file, all use the same one: each finds every other. */
TEST_IN_FOLDER(processes_that_begin_at_once_use_one_file)
{
    int i;

    for (i = 0; i < CROWD; i++) children[i] = start(see_all, i);
    assert_true(open_publisher());
    for (i = 0; i < CROWD; i++) {
        while (!find(process_of(i))) usleep(1000);
        assert_int_equal(answer.linux_pid, children[i]);
    }
    assert_int_equal(how_many_files(), 1);
    for (i = 0; i < CROWD; i++) assert_int_equal(kill_child(children[i]), SIGKILL);
}

static int come_and_go(int i)
{
    struct stat status;
    int round;

    for (round = 0; round < 200; round++) {
        if (!enter(i)) return 1;
        if (fstat(publisher.shared.files[publisher.shared.present].file, &status) || status.st_nlink != 1) return 2;
        if (round % 3) sched_yield();
        if (fstat(publisher.shared.files[publisher.shared.present].file, &status) || status.st_nlink != 1) return 3;
        if (!publisher_end(&publisher, times_of(1))) return 4;
        publisher_close(&publisher);
    }
    return 0;
}

/* The file is removed and made again all the time; but nobody's while it uses it, and in the end nothing is left. */
TEST_IN_FOLDER(processes_that_come_and_go_leave_nothing_and_lose_nothing)
{
    int i;

    for (i = 0; i < 12; i++) children[i] = start(come_and_go, i);
    for (i = 0; i < 12; i++) assert_int_equal(exit_code_of(children[i]), 0);
    assert_int_equal(how_many_files(), 0);
}

/* A process that finds the file in use for long gets its slot at a later publication, as a program does. */
static int replace_broken(int i)
{
    const struct timespec moment = { 0, 10000000 };
    bool has_place;

    open_publisher();
    for (has_place = publisher_claim(&publisher, process_of(i), 0, times_of(0)); !has_place;
         has_place = publish(0))
        nanosleep(&moment, NULL);
    return pause();
}

/* A broken file is replaced once: nobody replaces what another has made of it. */
TEST_IN_FOLDER(processes_that_meet_a_broken_file_make_one_new)
{
    int i, round;

    for (round = 0; round < 20; round++) {
        fake_tree_write(&tree, path + strlen(tree.root), "broken");
        for (i = 0; i < 12; i++) children[i] = start(replace_broken, i);
        usleep(30000);
        open_publisher();  /* or at the first question */
        for (i = 0; i < 12; i++) {
            while (!find(process_of(i))) usleep(1000);
            assert_int_equal(answer.linux_pid, children[i]);
        }
        publisher_close(&publisher);
        for (i = 0; i < 12; i++) assert_int_equal(kill_child(children[i]), SIGKILL);
    }
}
