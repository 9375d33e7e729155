/* SPDX-License-Identifier: MIT */
/* The times of a process up to its end, as Linux reports them to its reaper. This test is the reaper of processes that it
   starts. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/job_membership.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/jobs.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, MS = 1000000 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 }, NEXT = { 0x128, 132000000000000001, 0 };
static const struct cpu_times WORDS = { 1000, 500 };
static struct fake_tree tree;
static struct publisher publisher;
static uint64_t job;

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    if (!publisher_open(&publisher, tree.root, KEY)) return 1;
    reaper_register(&publisher, true);
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) || !(job = job_begin(publisher_file_to_ask(&publisher)));
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

/* Reaps COUNT children, or all if it is negative. Only the system call itself reports what a child used that has not been
   waited for yet. */
static void reap_those(int count)
{
    struct rusage usage;
    siginfo_t ended;

    while (count-- && !syscall(SYS_waitid, P_ALL, 0, &ended, WEXITED | WNOWAIT, &usage)) {
        reaper_write_end(&publisher, ended.si_pid, &usage);
        assert_int_equal(waitpid(ended.si_pid, NULL, WNOHANG), ended.si_pid);
    }
}

static void reap(void)
{
    reap_those(-1);
}

static struct other begin(struct process_identity process)
{
    bool claimed;
    const struct other other = other_begin(tree.root, KEY, process, &claimed);

    assert_true(claimed);
    assert_true(job_membership_set_job(publisher_file_to_ask(&publisher), process, job));
    return other;
}

static uint64_t job_times(void)
{
    struct cpu_times times = { 0, 0 };

    assert_true(job_totals_read(&publisher, job, NULL, 0, &times));
    return times.user + times.kernel;
}

static struct lookup_answer find(struct process_identity process)
{
    struct lookup_answer answer;

    assert_true(lookup_process(&publisher, process, NOW, &answer));
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

TEST_BETWEEN(set_up, tear_down, one_that_linux_kills_leaves_all_that_it_used)
{
    struct other other = begin(CHILD);
    struct lookup_answer answer;

    other_burn(&other, 30);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    answer = find(CHILD);
    assert_true(answer.is_exact);
    assert_true(answer.times.user + answer.times.kernel >= 30 * MS);
    assert_true(job_times() >= 30 * MS);
}

/* The split is Linux' own, and not the one that the process published. Which part is larger depends on a few samples. */
TEST_BETWEEN(set_up, tear_down, its_final_times_are_what_its_clock_read_just_before)
{
    struct other other = begin(CHILD);
    struct lookup_answer before, after;

    other_publish(&other, (struct cpu_times){ 1000, 9000 });
    other_burn(&other, 60);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)other.pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
    assert_true(lookup_process(&publisher, CHILD, SPLIT, &before));
    reap();
    after = find(CHILD);
    assert_int_equal(after.times.user, before.times.user);
    assert_int_equal(after.times.kernel, before.times.kernel);
    assert_not_in_range(after.times.user * 1000 / (after.times.user + after.times.kernel), 99, 101);
}

TEST_BETWEEN(set_up, tear_down, what_follows_its_last_word_is_in_its_end_and_its_jobs)
{
    struct other other = begin(CHILD);
    struct lookup_answer answer;

    assert_true(other_say_end(&other, WORDS));
    other_burn(&other, 20);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    answer = find(CHILD);
    assert_true(answer.is_exact);
    assert_true(answer.times.user + answer.times.kernel >= 20 * MS);
    assert_true(job_times() >= 20 * MS);
}

static struct ended_sum descendants_of_next(void)
{
    struct ended_sum sum = { .processes = 0 };
    struct entry entry;
    const struct shared_file *file = lookup_entry(&publisher, NEXT, &entry);

    assert_non_null(file);
    sum = ended_totals_read(file, entry.slot, NEXT).total;
    return sum;
}

/* A process that leaves adds to its parent's ended totals itself; for one that cannot, the reaper does. */
TEST_BETWEEN(set_up, tear_down, a_parent_has_each_child_once)
{
    const struct process_identity first = { CHILD.id, NEXT.created + 1, 0 }, second = { 0x12c, NEXT.created + 1, 0 };
    struct other parent = begin(NEXT), left, killed;
    bool claimed;

    left = other_begin_child(tree.root, KEY, first, NEXT.id, &claimed);
    assert_true(claimed);
    killed = other_begin_child(tree.root, KEY, second, NEXT.id, &claimed);
    assert_true(claimed);
    assert_true(other_say_end(&left, WORDS));
    assert_int_equal(descendants_of_next().processes, 1);
    assert_int_equal(kill(left.pid, SIGKILL) | kill(killed.pid, SIGKILL), 0);
    reap_those(2);
    assert_int_equal(descendants_of_next().processes, 2);
    other_kill(&parent);
}

/* The reaper is gone before it has written the end. */
TEST_BETWEEN(set_up, tear_down, without_its_reaper_what_it_said_last_stands)
{
    struct other other = begin(CHILD);
    struct lookup_answer answer;

    assert_true(other_say_end(&other, WORDS));
    other_kill(&other);
    answer = find(CHILD);
    assert_true(answer.is_exact);
    assert_int_equal(answer.times.user, WORDS.user);
    assert_int_equal(job_times(), WORDS.user + WORDS.kernel);
}

TEST_BETWEEN(set_up, tear_down, an_end_that_is_written_stays)
{
    struct other other;
    struct lookup_answer answer;

    reaper_register(&publisher, false);
    other = begin(CHILD);
    assert_true(other_say_end(&other, WORDS));
    other_burn(&other, 20);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    answer = find(CHILD);
    assert_int_equal(answer.times.user, WORDS.user);
    assert_int_equal(answer.times.kernel, WORDS.kernel);
    assert_int_equal(job_times(), WORDS.user + WORDS.kernel);
}

/* The end is the process's own to write. */
TEST_BETWEEN(set_up, tear_down, a_reaper_with_the_pid_of_an_earlier_one_is_none_for_that)
{
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    struct other other;
    uint32_t mark;

    assert_true(shared_file_read(file, SHARED_FILE_AT(pids[getpid()]), &mark, sizeof mark));
    mark ^= 1; /* it began a moment earlier or later */
    assert_true(shared_file_write(file, SHARED_FILE_AT(pids[getpid()]), &mark, sizeof mark));
    other = begin(CHILD);
    assert_true(other_say_end(&other, WORDS));
    assert_true(find(CHILD).entry.published.flags & PUBLISHED_ENDED);
    assert_int_equal(job_times(), WORDS.user + WORDS.kernel);
    other_kill(&other);
}

/* Another process has its slot, but its job keeps the times that it used. */
TEST_BETWEEN(set_up, tear_down, one_whose_slot_is_taken_stays_in_its_job)
{
    struct process_identity process = { CHILD.id, CHILD.created + 1, 0 };
    struct other other = begin(CHILD), others[16];
    struct lookup_answer answer;
    bool claimed;
    int i;

    assert_true(other_publish(&other, WORDS));
    other_kill(&other);
    assert_int_equal(job_times(), WORDS.user + WORDS.kernel);
    for (i = 0; i < 16; i++, process.created++) {
        others[i] = other_begin(tree.root, KEY, process, &claimed);
        assert_true(claimed);
    }
    assert_false(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(job_times(), WORDS.user + WORDS.kernel);
    for (i = 0; i < 16; i++) other_kill(&others[i]);
}

TEST_BETWEEN(set_up, tear_down, what_it_waited_for_goes_to_its_job_and_not_to_itself)
{
    struct other other = begin(CHILD);

    assert_true(other_waits_for(&other, 20));
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    assert_true(job_times() >= 20 * MS);
    assert_true(find(CHILD).times.user + find(CHILD).times.kernel + 20 * MS <= job_times());
}

/* As Wine starts each process; this one is ended by the end of its parent. */
TEST_BETWEEN(set_up, tear_down, orphans_are_reported_too)
{
    struct other orphan;
    bool claimed;

    if (!fork()) {
        orphan = other_begin(tree.root, KEY, CHILD, &claimed);
        other_burn(&orphan, 10);
        _exit(!claimed);
    }
    reap();
    assert_true(find(CHILD).times.user + find(CHILD).times.kernel >= 10 * MS);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* It has ended for the system, and not for Linux. */
TEST_BETWEEN(set_up, tear_down, who_asks_for_a_job_waits_a_moment_for_one_that_ends)
{
    struct other other = begin(CHILD);
    struct cpu_times times;
    uint64_t before;

    before = own_time();
    job_times();
    assert_true(own_time() - before >= 30 * MS);
    before = sleeps();
    assert_true(job_totals_read(&publisher, job, &CHILD.id, 1, &times));
    assert_int_equal(sleeps(), before);
    other_burn(&other, 5);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    reap();
    assert_true(job_times() >= 5 * MS);
}

/* Linux may give the number to another soon. */
TEST_BETWEEN(set_up, tear_down, of_two_that_had_a_number_the_last_is_meant)
{
    static struct publisher first, second;
    struct entry entry;

    assert_true(publisher_open(&first, tree.root, KEY) && publisher_claim(&first, CHILD, 0, WORDS));
    assert_true(publisher_open(&second, tree.root, KEY) && publisher_claim(&second, NEXT, 0, WORDS));
    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), getpid(), &entry));
    assert_int_equal(entry.process.id, NEXT.id);
    publisher_close(&first);
    publisher_close(&second);
}

/* It began before the entry's process did. */
TEST_BETWEEN(set_up, tear_down, a_number_that_another_process_has_now_is_not_found)
{
    struct entry entry = { .slot = find_first_slot(0, CHILD.id),
                           .process = { .id = CHILD.id, .created = CHILD.created, .begun = 1, .pid = (uint32_t)getpid() } };

    assert_true(entry_open(publisher_file_to_ask(&publisher), &entry));
    assert_false(entry_find_pid(publisher_file_to_ask(&publisher), getpid(), &entry));
}
