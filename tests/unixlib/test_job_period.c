/* SPDX-License-Identifier: MIT */
/* The period of a job, which another process may have begun: what the job's processes used before it. */
#include "shared_test.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/shared_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const struct cpu_times POISON = { 0xcccc, 0xcccc };
static struct publisher other; /* another process's view of the file */
static uint64_t job;

static int set_up(void **state)
{
    if (shared_file_set_up(state) || !publisher_open(&other, tree.root, KEY)) return 1;
    return !(job = job_begin(publisher_file_to_ask(&publisher)));
}

static int tear_down(void **state)
{
    publisher_close(&other);
    return shared_file_tear_down(state);
}

static void assert_before(uint64_t number, struct cpu_times expected)
{
    struct cpu_times times, before = POISON;

    assert_true(job_totals_read(&other, number, NULL, 0, &times, &before));
    assert_int_equal(before.user, expected.user);
    assert_int_equal(before.kernel, expected.kernel);
}

TEST_BETWEEN(set_up, tear_down, the_first_period_begins_with_the_job)
{
    assert_before(job, NONE);
}

TEST_BETWEEN(set_up, tear_down, the_latest_period_is_what_another_process_reads)
{
    assert_true(job_totals_begin_period(&publisher, job, SOME));
    assert_before(job, SOME);
    assert_true(job_totals_begin_period(&publisher, job, MORE));
    assert_before(job, MORE);
}

TEST_BETWEEN(set_up, tear_down, a_period_stays_when_the_job_gets_one_around_it_and_ended_processes)
{
    const struct ended_sum part = { SOME, .processes = 1 };

    assert_true(job_totals_begin_period(&publisher, job, SOME));
    job_nest(publisher_file_to_ask(&publisher), job, job_begin(publisher_file_to_ask(&publisher)));
    job_report(publisher_file_to_ask(&publisher), job, part);
    assert_before(job, SOME);
}

TEST_BETWEEN(set_up, tear_down, of_a_job_that_is_not_known_none_begins)
{
    struct cpu_times times, before;

    assert_false(job_totals_begin_period(&publisher, job + SHARED_JOBS, SOME));
    assert_before(job, NONE);
    assert_false(job_totals_read(&other, job + SHARED_JOBS, NULL, 0, &times, &before));
}

static void overwrite(uint64_t at, uint64_t word)
{
    const int file = open(publisher.shared.names[0].path, O_WRONLY | O_CLOEXEC);

    assert_true(file >= 0);
    assert_int_equal(pwrite(file, &word, sizeof word, (off_t)at), sizeof word);
    close(file);
}

TEST_BETWEEN(set_up, tear_down, the_one_before_holds_while_it_is_half_written)
{
    assert_true(job_totals_begin_period(&publisher, job, SOME));
    assert_true(job_totals_begin_period(&publisher, job, MORE));
    overwrite(SHARED_FILE_AT(jobs[job % SHARED_JOBS].parts[JOB_PERIOD][0].before), 1);
    assert_before(job, SOME);
}

TEST_BETWEEN(set_up, tear_down, a_period_of_an_earlier_job_in_the_slot_is_not_the_new_job_s)
{
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    struct shared_job known;

    assert_true(job_totals_begin_period(&publisher, job, SOME));
    assert_true(job_find(file, job, &known));
    known.number += SHARED_JOBS;
    assert_int_equal(job_part(&known, JOB_PERIOD).before.user, 0);
    assert_int_equal(job_part(&known, JOB_PERIOD).before.kernel, 0);
}

enum { NUMBERS = 10000 };

static void *begin_jobs(void *numbers)
{
    uint64_t *const begun = numbers;
    int i;

    for (i = 0; i < NUMBERS; i++) begun[i] = job_begin(publisher_file_to_ask(&publisher));
    return NULL;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint64_t one = *(const uint64_t *)left, other = *(const uint64_t *)right;

    return (one > other) - (one < other);
}

TEST_BETWEEN(set_up, tear_down, jobs_that_two_threads_begin_at_once_have_numbers_of_their_own)
{
    static uint64_t numbers[2 * NUMBERS];
    pthread_t thread;
    int i;

    assert_int_equal(pthread_create(&thread, NULL, begin_jobs, numbers), 0);
    begin_jobs(numbers + NUMBERS);
    assert_int_equal(pthread_join(thread, NULL), 0);
    qsort(numbers, 2 * NUMBERS, sizeof *numbers, compare_numbers);
    for (i = 1; i < 2 * NUMBERS; i++) assert_true(numbers[i] > numbers[i - 1]);
}
