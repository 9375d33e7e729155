/* SPDX-License-Identifier: MIT */
/* What a process used to its very end, as its reaper is told by Linux. The reaper is this test, the processes are its
   own. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"
#include "record_job.h"
#include "record_note.h"
#include "record_number.h"
#include "subreaper.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, MS = 1000000 };
static const struct record_process CHILD = { 0x124, 132000000000000000 }, NEXT = { 0x128, 132000000000000001 };
static const struct record_times WORDS = { 1000, 500 };
static struct fake_tree tree;
static struct record record;
static uint64_t job;

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    if (!record_open(&record, tree.root, KEY)) return 1;
    subreaper_note(&record);
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) || !(job = record_job_begin(&record));
}

static int tear_down(void **state)
{
    (void)state;
    record_close(&record);
    fake_tree_remove(&tree);
    return 0;
}

/* Until there are no children. Only Linux' own call tells what was used by one that is not waited for yet. */
static void reap(void)
{
    struct rusage usage;
    siginfo_t ended;

    while (!syscall(SYS_waitid, P_ALL, 0, &ended, WEXITED | WNOWAIT, &usage)) {
        subreaper_keep(&record, ended.si_pid, &usage);
        assert_int_equal(waitpid(ended.si_pid, NULL, WNOHANG), ended.si_pid);
    }
}

static struct other begin(struct record_process process)
{
    uint64_t before;
    bool claimed;
    const struct other other = other_begin(tree.root, KEY, process, &claimed);

    assert_true(claimed);
    assert_true(record_job_note(&record, process, job, &before));
    return other;
}

static uint64_t job_times(void)
{
    struct record_times times = { 0, 0 };

    assert_true(record_job_times(&record, job, NULL, 0, &times));
    return times.user + times.kernel;
}

static struct record_answer find(struct record_process process)
{
    struct record_answer answer;

    assert_true(record_find(&record, process, NOW, &answer));
    assert_true(answer.has_ended);
    return answer;
}

static uint64_t own_time(void)
{
    struct timespec time;

    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Of this process, so far. */
static long sleeps(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_nvcsw;
}

static void one_that_linux_kills_leaves_all_that_it_used(void **state)
{
    struct other other = begin(CHILD);
    struct record_answer answer;

    (void)state;
    other_burn(&other, 30);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    answer = find(CHILD);
    assert_true(answer.is_exact);
    assert_true(answer.times.user + answer.times.kernel >= 30 * MS);
    assert_true(job_times() >= 30 * MS);
}

static void the_last_words_stand_and_the_job_has_what_followed_them(void **state)
{
    struct other other = begin(CHILD);
    struct record_answer answer;
    long before;

    (void)state;
    assert_true(other_say_end(&other, WORDS));
    other_burn(&other, 20);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    answer = find(CHILD);
    assert_int_equal(answer.times.user, WORDS.user);
    assert_int_equal(answer.times.kernel, WORDS.kernel);
    before = sleeps();
    assert_true(job_times() >= 20 * MS);
    assert_int_equal(sleeps(), before); /* for nothing more */
}

static void what_it_waited_for_goes_to_its_job_and_not_to_itself(void **state)
{
    struct other other = begin(CHILD);

    (void)state;
    assert_true(other_waits_for(&other, 20));
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    assert_true(job_times() >= 20 * MS);
    assert_true(find(CHILD).times.user + find(CHILD).times.kernel + 20 * MS <= job_times());
}

/* As Wine starts each process; this one is ended by the end of its parent. */
static void an_orphan_is_told_of_too(void **state)
{
    struct other orphan;
    bool claimed;

    (void)state;
    if (!fork()) {
        orphan = other_begin(tree.root, KEY, CHILD, &claimed);
        other_burn(&orphan, 10);
        _exit(!claimed);
    }
    reap();
    assert_true(find(CHILD).times.user + find(CHILD).times.kernel >= 10 * MS);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* It has said its last word, and goes on: what is told without the rest was waited for. */
static void who_asks_for_a_job_waits_a_moment_for_the_rest(void **state)
{
    struct other other = begin(CHILD);
    uint64_t before, times;

    (void)state;
    assert_true(other_say_end(&other, WORDS));
    before = own_time();
    times = job_times();
    assert_int_equal(times, WORDS.user + WORDS.kernel);
    assert_true(own_time() - before >= 20 * MS);
    other_burn(&other, 5);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    assert_true(job_times() >= 5 * MS);
}

static void one_that_is_missed_is_waited_for_once(void **state)
{
    struct other other = begin(CHILD);
    long before;

    (void)state;
    assert_true(other_say_end(&other, WORDS));
    job_times();
    before = sleeps();
    job_times();
    job_times();
    assert_int_equal(sleeps(), before);
    other_kill(&other);
}

static void a_number_is_found_whose_place_another_has_taken(void **state)
{
    struct other other = begin(CHILD);
    const struct record_number others = { .created = NEXT.created,
                                          .pid = (uint32_t)other.pid + RECORD_NUMBERS,
                                          .id = NEXT.id };
    struct record_process found;
    char path[160];
    int file;

    (void)state;
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, RECORD_VERSION, (unsigned)geteuid(), KEY);
    assert_true((file = open(path, O_RDWR)) >= 0);
    assert_int_equal(pwrite(file, &others, sizeof others, RECORD_NUMBERS_AT + other.pid % RECORD_NUMBERS * sizeof others),
                     sizeof others);
    close(file);
    assert_true(record_number_find(&record, record_file_to_ask(&record), other.pid, &found));
    assert_int_equal(found.id, CHILD.id);
    assert_int_equal(found.created, CHILD.created);
    other_kill(&other);
}

/* Linux may give the number to another soon. */
static void of_two_that_had_a_number_the_last_is_meant(void **state)
{
    struct record_process found;

    (void)state;
    record_number_write(&record, record_file_to_ask(&record), CHILD);
    record_number_write(&record, record_file_to_ask(&record), NEXT);
    assert_true(record_number_find(&record, record_file_to_ask(&record), getpid(), &found));
    assert_int_equal(found.id, NEXT.id);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_that_linux_kills_leaves_all_that_it_used, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_last_words_stand_and_the_job_has_what_followed_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_it_waited_for_goes_to_its_job_and_not_to_itself, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_orphan_is_told_of_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_asks_for_a_job_waits_a_moment_for_the_rest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_that_is_missed_is_waited_for_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_number_is_found_whose_place_another_has_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_two_that_had_a_number_the_last_is_meant, set_up, tear_down),
    };

    return RUN_APART(tests);
}
