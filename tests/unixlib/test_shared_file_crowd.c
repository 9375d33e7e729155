/* SPDX-License-Identifier: MIT */
/* Many processes at once, and such as are killed at any moment. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, CROWD = 50, ROUNDS = 2000 };
static struct fake_tree tree;
static struct publisher publisher;
static pid_t children[CROWD];

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

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

static bool begin(int i)
{
    return publisher_open(&publisher, tree.root, KEY) && publisher_claim(&publisher, process_of(i), 0, times_of(0));
}

static pid_t start(int (*run)(int), int i)
{
    const pid_t child = fork();

    if (child) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(run(i));
}

static int wait_for(pid_t child)
{
    int status = -1;

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

static int publish_often(int i)
{
    uint64_t n;

    if (!begin(i)) return 1;
    for (n = 1; n <= ROUNDS; n++)
        if (!publisher_publish_times(&publisher, times_of(n))) return 2;
    return !publisher_end(&publisher, times_of(n));
}

/* A live process' times are its clock's; an ended one's are some that it published. */
static int read_often(int i)
{
    struct lookup_answer answer;
    int round;

    if (!publisher_open(&publisher, tree.root, KEY)) return 1;
    for (round = 0; round < 20 * ROUNDS; round++) {
        if (!lookup_process(&publisher, process_of((i + round) % CROWD), NOW, &answer)) continue;
        if (answer.is_exact && answer.has_ended && answer.times.user != ROUNDS + 1) return 2;
        if (answer.has_ended && !belong_together(answer.times)) return 3;
        if (!answer.has_ended && answer.linux_pid <= 0) return 4;
    }
    return 0;
}

TEST_BETWEEN(set_up, tear_down, fifty_publish_while_others_read)
{
    struct lookup_answer answer;
    pid_t readers[4];
    int i;

    assert_true(publisher_open(&publisher, tree.root, KEY));
    for (i = 0; i < 4; i++) readers[i] = start(read_often, i);
    for (i = 0; i < CROWD; i++) children[i] = start(publish_often, i);
    for (i = 0; i < CROWD; i++) assert_int_equal(wait_for(children[i]), 0);
    for (i = 0; i < 4; i++) assert_int_equal(wait_for(readers[i]), 0);
    for (i = 0; i < CROWD; i++) {
        assert_true(lookup_process(&publisher, process_of(i), NOW, &answer));
        assert_true(answer.has_ended && answer.is_exact);
        assert_int_equal(answer.times.user, ROUNDS + 1);
    }
}

static int publish_until_killed(int i)
{
    uint64_t n;

    if (!begin(i)) return 1;
    for (n = 1;; n++) publisher_publish_times(&publisher, times_of(n));
}

/* One after another in the same places, each killed at a moment of its own. */
TEST_BETWEEN(set_up, tear_down, a_writer_killed_at_any_moment_blocks_nobody)
{
    struct lookup_answer answer;
    struct timespec moment = { 0, 0 };
    const time_t begun = time(NULL);
    pid_t child;
    int i, found = 0;

    srandom(6);
    assert_true(publisher_open(&publisher, tree.root, KEY));
    /* Six hundred; on a busy machine what ten seconds give. */
    for (i = 0; i < 600 && (found <= 100 || time(NULL) < begun + 10); i++) {
        child = start(publish_until_killed, i % 8);
        moment.tv_nsec = random() % 2000000;
        nanosleep(&moment, NULL);
        lookup_process(&publisher, process_of(i % 8), NOW, &answer);
        kill(child, SIGKILL);
        assert_int_equal(wait_for(child), SIGKILL);
        if (!lookup_process(&publisher, process_of(i % 8), NOW, &answer)) continue;  /* killed before it began */
        assert_true(answer.has_ended);
        assert_true(belong_together(answer.times));
        found++;
    }
    assert_true(found > 100);
    child = start(publish_often, 0);
    assert_int_equal(wait_for(child), 0);
}

static int see_all(int i)
{
    const struct timespec moment = { 0, 1000000 };
    struct lookup_answer answer;
    int other, round;

    if (!begin(i)) return 1;
    for (other = 0; other < CROWD; other++) {
        for (round = 0; !lookup_process(&publisher, process_of(other), NOW, &answer); round++) {
            if (round == 10000) return 2;
            nanosleep(&moment, NULL);
        }
    }
    pause();
    return 3;
}

/* Some make the file, all use the same one: each finds every other. */
TEST_BETWEEN(set_up, tear_down, those_who_begin_at_once_use_one_file)
{
    struct lookup_answer answer;
    int i;

    for (i = 0; i < CROWD; i++) children[i] = start(see_all, i);
    assert_true(publisher_open(&publisher, tree.root, KEY));
    for (i = 0; i < CROWD; i++) {
        while (!lookup_process(&publisher, process_of(i), NOW, &answer)) usleep(1000);
        assert_int_equal(answer.linux_pid, children[i]);
    }
    assert_int_equal(how_many_files(), 1);
    for (i = 0; i < CROWD; i++) kill(children[i], SIGKILL);
    for (i = 0; i < CROWD; i++) assert_int_equal(wait_for(children[i]), SIGKILL);
}

static int come_and_go(int i)
{
    struct stat status;
    int round;

    for (round = 0; round < 200; round++) {
        if (!begin(i)) return 1;
        if (fstat(publisher.files[publisher.present].file, &status) || status.st_nlink != 1) return 2;
        if (round % 3) sched_yield();
        if (fstat(publisher.files[publisher.present].file, &status) || status.st_nlink != 1) return 3;
        if (!publisher_end(&publisher, times_of(1))) return 4;
        publisher_close(&publisher);
    }
    return 0;
}

/* The file is removed and made again all the time; but nobody's while it uses it, and in the end nothing is left. */
TEST_BETWEEN(set_up, tear_down, those_who_come_and_go_leave_nothing_and_lose_nothing)
{
    int i;

    for (i = 0; i < 12; i++) children[i] = start(come_and_go, i);
    for (i = 0; i < 12; i++) assert_int_equal(wait_for(children[i]), 0);
    assert_int_equal(how_many_files(), 0);
}

/* A process that finds the file in use for long gets its slot at a later publication, as a program does. */
static int replace_broken(int i)
{
    const struct timespec moment = { 0, 10000000 };
    bool has_place;

    publisher_open(&publisher, tree.root, KEY);
    for (has_place = publisher_claim(&publisher, process_of(i), 0, times_of(0)); !has_place;
         has_place = publisher_publish_times(&publisher, times_of(0)))
        nanosleep(&moment, NULL);
    return pause();
}

/* A broken file is replaced once: nobody replaces what another has made of it. */
TEST_BETWEEN(set_up, tear_down, those_who_meet_a_broken_file_make_one_new)
{
    struct lookup_answer answer;
    char name[64];
    int i, round;

    snprintf(name, sizeof name, "/cycletime-%d-%u-%016x", SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    for (round = 0; round < 20; round++) {
        fake_tree_write(&tree, name, "broken");
        for (i = 0; i < 12; i++) children[i] = start(replace_broken, i);
        usleep(30000);
        publisher_open(&publisher, tree.root, KEY);  /* or at the first question */
        for (i = 0; i < 12; i++) {
            while (!lookup_process(&publisher, process_of(i), NOW, &answer)) usleep(1000);
            assert_int_equal(answer.linux_pid, children[i]);
        }
        publisher_close(&publisher);
        for (i = 0; i < 12; i++) kill(children[i], SIGKILL);
        for (i = 0; i < 12; i++) assert_int_equal(wait_for(children[i]), SIGKILL);
    }
}
