/* SPDX-License-Identifier: MIT */
/* The times of a process up to its end, as Linux reports them to its reaper. This test is the reaper of processes that it
   starts. */
#include "linux_clocks.h"
#include "shared_test.h"
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/reaper_entry.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t job;

static int set_up(void **state)
{
    if (shared_file_set_up(state)) return 1;
    reaper_register(&publisher, true);
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) || !(job = job_begin(publisher_file_to_ask(&publisher)));
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

/* Reaps `other`, killed, and all others that have ended. */
static void kill_and_reap(const struct other *other)
{
    assert_int_equal(kill(other->pid, SIGKILL), 0);
    reap_those(-1);
}

static struct other begin_in_job(struct process_identity process)
{
    const struct other other = begin(process);

    assert_true(job_membership_set_job(publisher_file_to_ask(&publisher), process, job));
    return other;
}

static struct cpu_times read_job(void)
{
    struct cpu_times times = { 0, 0 }, before;

    assert_true(job_totals_read(&publisher, job, NULL, 0, &times, &before));
    return times;
}

static uint64_t job_times(void)
{
    return total_of(read_job());
}

static void assert_job_used(struct cpu_times expected)
{
    const struct cpu_times times = read_job();

    assert_int_equal(times.user, expected.user);
    assert_int_equal(times.kernel, expected.kernel);
}

/* CHILD has ended, and it and its job have as many milliseconds at least. */
#define assert_used(milliseconds) \
    do { \
        assert_true(find(CHILD)); \
        assert_true(answer.has_ended && answer.is_exact); \
        assert_true(total_of(answer.times) >= (milliseconds) * MS); \
        assert_true(job_times() >= (milliseconds) * MS); \
    } while (0)

/* Of this process, so far. */
static long sleeps(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_nvcsw;
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_process_that_linux_kills_leaves_all_that_it_used)
{
    const struct other other = begin_in_job(CHILD);

    other_burn(&other, 30);
    kill_and_reap(&other);
    assert_used(30);
}

/* The split is Linux's own, and not the one that the process published. Which part is larger depends on a few samples. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_killed_process_s_final_times_are_what_its_clock_read_just_before)
{
    const struct other other = begin_in_job(CHILD);
    struct lookup_answer before;

    other_publish(&other, (struct cpu_times){ 1000, 9000 });
    other_burn(&other, 60);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)other.pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
    assert_true(lookup_process(&publisher, CHILD, SPLIT, &before));
    reap_those(-1);
    assert_ended(CHILD, before.times, true);
    assert_not_in_range(answer.times.user * 1000 / total_of(answer.times), 99, 101);
}

/* Before the first tick of its clock it is split as the process published. */
TEST_BETWEEN(set_up, shared_file_tear_down, the_job_of_a_killed_process_has_its_user_and_its_kernel_time)
{
    const struct other other = begin_in_job(CHILD);

    assert_true(other_publish(&other, (struct cpu_times){ 1000, 9000 }));
    kill_and_reap(&other);
    assert_true(find(CHILD));
    assert_job_used(answer.times);
}

TEST_BETWEEN(set_up, shared_file_tear_down, time_after_a_process_s_last_word_is_in_its_end_and_its_jobs)
{
    const struct other other = begin_in_job(CHILD);

    assert_true(other_say_end(&other, SOME));
    other_burn(&other, 20);
    kill_and_reap(&other);
    assert_used(20);
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
TEST_BETWEEN(set_up, shared_file_tear_down, a_parent_has_each_child_once)
{
    struct other left, killed;

    begin_in_job(NEXT);
    left = begin_child(bearer(2), NEXT.id);
    killed = begin_child(((struct process_identity){ 0x12c, NEXT.created + 1, 0 }), NEXT.id);
    assert_true(other_say_end(&left, SOME));
    assert_int_equal(descendants_of_next().processes, 1);
    assert_int_equal(kill(left.pid, SIGKILL) | kill(killed.pid, SIGKILL), 0);
    reap_those(2);
    assert_int_equal(descendants_of_next().processes, 2);
}

/* The reaper is gone before it has written the end. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_process_s_last_word_stands_without_its_reaper)
{
    struct other other = begin_in_job(CHILD);

    assert_true(other_say_end(&other, SOME));
    other_kill(&other);
    assert_ended(CHILD, SOME, true);
    assert_job_used(SOME);
}

TEST_BETWEEN(set_up, shared_file_tear_down, an_end_that_is_written_stays)
{
    struct other other;

    reaper_register(&publisher, false);
    other = begin_in_job(CHILD);
    assert_true(other_say_end(&other, SOME));
    other_burn(&other, 20);
    kill_and_reap(&other);
    assert_ended(CHILD, SOME, true);
    assert_job_used(SOME);
}

/* The end is the process's own to write. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_reaper_with_the_pid_of_an_earlier_one_is_none_for_that)
{
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    struct other other;
    uint32_t mark;

    assert_true(shared_file_read(file, SHARED_FILE_AT(pids[getpid()]), &mark, sizeof mark));
    mark ^= 1; /* it began a moment earlier or later */
    assert_true(shared_file_write(file, SHARED_FILE_AT(pids[getpid()]), &mark, sizeof mark));
    other = begin_in_job(CHILD);
    assert_true(other_say_end(&other, SOME));
    assert_true(find(CHILD));
    assert_true(answer.has_ended && answer.entry.published.flags & PUBLISHED_ENDED);
    assert_job_used(SOME);
}

/* Another process has its slot, but its job keeps the times that it used. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_process_whose_slot_is_taken_stays_in_its_job)
{
    struct other other = begin_in_job(CHILD);
    int i;

    assert_true(other_publish(&other, SOME));
    other_kill(&other);
    assert_job_used(SOME);
    for (i = 1; i < 17; i++) begin(bearer(i));
    assert_false(find(CHILD));
    assert_job_used(SOME);
}

/* A process that has the lock of the slot is about to take it, and adds what it finds there to the job. */
TEST_BETWEEN(set_up, shared_file_tear_down, an_end_that_cannot_be_written_is_not_added_to_its_job)
{
    const struct other other = begin_in_job(CHILD);
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
    struct entry entry;
    pid_t holder;
    int i;

    assert_true(other_publish(&other, SOME));
    assert_non_null(lookup_entry(&publisher, CHILD, &entry));
    lock.l_start = SHARED_LOCK_OWNER(entry.slot);
    assert_int_equal(kill(other.pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)other.pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
    holder = fork();
    if (!holder) {
        if (!fcntl(open(path, O_RDWR), F_SETLK, &lock)) raise(SIGSTOP);
        _exit(1);
    }
    assert_int_equal(waitid(P_PID, (id_t)holder, &(siginfo_t){ 0 }, WSTOPPED | WEXITED | WNOWAIT), 0);
    reap_those(1);
    assert_int_equal(kill(holder, SIGKILL), 0);
    assert_int_equal(waitpid(holder, NULL, 0), holder);
    for (i = 1; i < 17; i++) begin(bearer(i));
    assert_job_used(SOME);
}

TEST_BETWEEN(set_up, shared_file_tear_down, times_of_a_child_that_a_process_waited_for_go_to_the_job_and_not_to_the_process)
{
    const struct other other = begin_in_job(CHILD);

    assert_true(other_waits_for(&other, 20));
    kill_and_reap(&other);
    assert_true(job_times() >= 20 * MS);
    assert_true(find(CHILD));
    assert_true(answer.has_ended && total_of(answer.times) + 20 * MS <= job_times());
}

/* As Wine starts each process; this one is ended by the end of its parent. */
TEST_BETWEEN(set_up, shared_file_tear_down, orphans_are_reported_too)
{
    struct other orphan;

    if (!fork()) {
        orphan = other_begin(KEY, CHILD, 0);
        other_burn(&orphan, 10);
        _exit(!orphan.claimed);
    }
    reap_those(-1);
    assert_true(find(CHILD));
    assert_true(answer.has_ended && total_of(answer.times) >= 10 * MS);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* It has ended for the system, and not for Linux. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_query_of_a_job_waits_a_moment_for_a_member_that_ends)
{
    struct other other = begin_in_job(CHILD);
    struct cpu_times times, unused;
    uint64_t before;

    before = read_ns(CLOCK_MONOTONIC);
    job_times();
    assert_true(read_ns(CLOCK_MONOTONIC) - before >= 30 * MS);
    before = sleeps();
    assert_true(job_totals_read(&publisher, job, &CHILD.id, 1, &times, &unused));
    assert_int_equal(sleeps(), before);
    other_burn(&other, 5);
    kill_and_reap(&other);
    assert_true(job_times() >= 5 * MS);
}

/* Linux may give the number to another soon. */
TEST_BETWEEN(set_up, shared_file_tear_down, of_two_that_had_a_number_the_last_is_meant)
{
    static struct publisher first, second;
    struct entry entry;

    assert_true(publisher_open(&first, tree.root, KEY) && publisher_claim(&first, CHILD, 0, SOME));
    assert_true(publisher_open(&second, tree.root, KEY) && publisher_claim(&second, NEXT, 0, SOME));
    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), getpid(), &entry));
    assert_int_equal(entry.process.id, NEXT.id);
    publisher_close(&first);
    publisher_close(&second);
}

/* It began before the entry's process did. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_number_that_another_process_has_now_is_not_found)
{
    struct entry entry = { .slot = find_first_slot(0, CHILD.id),
                           .process = { .id = CHILD.id, .created = CHILD.created, .begun = 1, .pid = (uint32_t)getpid() } };

    assert_true(entry_open(publisher_file_to_ask(&publisher), &entry));
    assert_false(entry_find_pid(publisher_file_to_ask(&publisher), getpid(), &entry));
}
