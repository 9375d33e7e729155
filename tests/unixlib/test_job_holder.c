/* SPDX-License-Identifier: MIT */
/* The processes that have handles of jobs, with which others can compare theirs. */
#include "shared_test.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"

enum { HANDLE = 0x48 };

static uint64_t job;

/* Returns how many holders there are, and asserts that each is CHILD with the handle of the job. */
static int count_holders(void)
{
    struct shared_job held;
    uint32_t place = 0;
    int count = 0;

    while (job_totals_next_holder(&publisher, &place, &held)) {
        assert_int_equal(held.number, job);
        assert_int_equal(job_part(&held, JOB_HOLDER).holder.id, CHILD.id);
        assert_int_equal(job_part(&held, JOB_HOLDER).holder.handle, HANDLE);
        count++;
    }
    return count;
}

static int set_up(void **state)
{
    if (shared_file_set_up(state)) return 1;
    return !(job = job_begin(publisher_file_to_ask(&publisher)));
}

static void hold(struct process_identity process)
{
    job_hold(publisher_file_to_ask(&publisher), job, process, HANDLE);
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_job_has_the_process_that_holds_it)
{
    begin(CHILD);
    assert_int_equal(count_holders(), 0);
    hold(CHILD);
    assert_int_equal(count_holders(), 1);
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_process_that_has_ended_holds_no_job)
{
    struct other other = begin(CHILD);

    hold(CHILD);
    other_kill(&other);
    assert_int_equal(count_holders(), 0);
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_process_of_another_prefix_holds_no_job)
{
    struct process_identity there = CHILD;

    there.prefix = 1;
    begin(there);
    hold(there);
    assert_int_equal(count_holders(), 0);
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_handle_that_leads_to_another_job_is_released)
{
    begin(CHILD);
    hold(CHILD);
    job_release(publisher_file_to_ask(&publisher), job, NEXT, HANDLE);
    job_release(publisher_file_to_ask(&publisher), job, CHILD, HANDLE + 4);
    assert_int_equal(count_holders(), 1);
    job_release(publisher_file_to_ask(&publisher), job, CHILD, HANDLE);
    assert_int_equal(count_holders(), 0);
}

TEST_BETWEEN(set_up, shared_file_tear_down, the_holder_stays_when_the_job_gets_one_around_it)
{
    begin(CHILD);
    hold(CHILD);
    job_nest(publisher_file_to_ask(&publisher), job, job_begin(publisher_file_to_ask(&publisher)));
    assert_int_equal(count_holders(), 1);
}
