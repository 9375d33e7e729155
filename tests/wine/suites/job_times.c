/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries the times of its jobs. */
#include "plain_run.h"

#include <stdio.h>

#define WORK_MS 50

static void run(const WCHAR *mode)
{
    run_mode(L"members.exe", mode, WORK_MS);
}

/* In 100 ns; of work by the time-stamp counter a tenth is for interrupts and what a hypervisor takes unseen. */
static ULONG64 work(ULONG64 times)
{
    return times * WORK_MS * 10000 / 10 * 9;
}

/* Linux reports how the time of another process is divided in steps of 10 ms. */
static void assert_divided(const char *who, const char *what, ULONG64 kernel)
{
    char part[32];

    snprintf(part, sizeof part, "%s-kernel", what);
    assert_in_range(reported(who, part), kernel / 2, kernel * 3 / 2);
}

/* WHO reports as WHAT what OF reports as SUM, in both parts. Kernel and user time are rounded apart, of each process and of
   the sum. A job has more: what Linux needed to start a process of Wine and to take it down: some milliseconds, more on a
   slow machine, but less than the work. */
static void assert_sum(const char *who, const char *what, const char *of, const char *sum, ULONG64 processes)
{
    char part[32];

    snprintf(part, sizeof part, "%s-kernel", sum);
    assert_in_range(reported(who, what), reported(of, sum) - 2 * processes, reported(of, sum) + processes * work(1));
    assert_divided(who, what, reported(of, part));
}

/* The job was asked after LOW and before HIGH, while its process waited. */
static void assert_between(const char *who, const char *what)
{
    assert_in_range(reported(who, what), reported("low", "times") - 2, reported("high", "times") + 2);
    assert_divided(who, what, reported("high", "times-kernel"));
}

TEST(a_job_reports_what_its_process_used_that_was_assigned_suspended)
{
    run(L"one");
    assert_int_equal(reported("job", "before"), 0);
    assert_true(reported("child", "times") >= work(1));
    assert_sum("job", "times", "child", "times", 1);
    assert_sum("job", "later", "child", "times", 1);
    assert_int_equal(reported("job", "processes"), 1);
}

TEST(a_job_that_has_an_earlier_one_s_handle_reports_nothing_of_that)
{
    run(L"one");
    assert_int_equal(reported("next", "times"), 0);
}

TEST(what_another_process_puts_under_a_closed_job_s_handle_is_not_that_job)
{
    run(L"reused");
    assert_true(reported("closed", "times") >= work(1));
    assert_int_equal(reported("next", "times"), 0);
    assert_sum("next", "sum", "next", "child", 1);
}

TEST(a_job_of_other_processes_under_a_closed_job_s_handle_is_not_that_job)
{
    run(L"other");
    assert_true(reported("closed", "times") >= work(1));
    assert_between("next", "times");
}

TEST(a_live_process_counts_and_stays_when_it_is_killed)
{
    run(L"alive");
    assert_true(reported("low", "times") >= work(1));
    assert_between("job", "alive");
    assert_sum("job", "times", "killed", "times", 1);
}

TEST(what_outlives_its_parent_counts)
{
    run(L"tree");
    assert_int_equal(reported("job", "processes"), 4);
    assert_true(reported("job", "times") >= reported("child", "times") + work(3));
}

TEST(a_process_that_breaks_away_does_not_count)
{
    run(L"breakaway");
    assert_int_equal(reported("job", "processes"), 1);
    assert_sum("job", "times", "child", "times", 1);
}

TEST(an_outer_job_has_the_inner_one_s_too)
{
    run(L"nested");
    assert_sum("inner", "times", "inner", "child", 1);
    assert_sum("outer", "times", "outer", "children", 2);
    assert_int_equal(reported("outer", "processes"), 2);
}

TEST(another_process_is_reported_while_a_member_lives_and_a_copied_handle_always)
{
    run(L"handle");
    assert_between("asked", "times");
    assert_sum("copy", "times", "killed", "times", 1);
}

static void assert_used(const char *who, ULONG64 low, ULONG64 high)
{
    assert_in_range(reported(who, "basic"), low, high);
    assert_in_range(reported(who, "both"), low, high);
}

TEST(handles_of_every_form_lead_to_the_same_job)
{
    static const char *const forms[] = { "marked", "weak", "number", "copied", "reused" };
    unsigned i;

    run(L"forms");
    assert_true(reported("itself", "basic") >= work(1));
    for (i = 0; i < ARRAYSIZE(forms); i++) assert_used(forms[i], reported("itself", "basic"), reported("itself", "basic"));
}

TEST(a_process_that_a_weak_handle_puts_into_a_job_counts)
{
    run(L"forms");
    assert_sum("itself", "basic", "both", "times", 2);
}

TEST(a_job_is_known_by_other_handles_when_its_processes_have_ended)
{
    static const char *const handles[] = { "opened", "created", "asked", "found" };
    unsigned i;

    run(L"elsewhere");
    assert_true(reported("itself", "times") >= work(1));
    for (i = 0; i < ARRAYSIZE(handles); i++) assert_sum(handles[i], "times", "itself", "times", 1);
}

TEST(null_is_the_job_that_the_process_is_in_at_that_time)
{
    run(L"own");
    if (!reported("null", "known")) SKIP_BECAUSE("Wine 8 knows no job by NULL");
    assert_used("outer", reported("outer", "low") - 4, reported("outer", "high") + work(1));
    assert_used("inner", reported("inner", "low") - 2, reported("inner", "high") + 2);
    assert_divided("outer", "basic", reported("outer", "high-kernel"));
    assert_divided("inner", "basic", reported("inner", "high-kernel"));
    assert_used("handle", reported("inner", "low") - 2, reported("inner", "high") + 2);
}

TEST(a_limit_of_the_job_s_time_begins_a_period)
{
    run(L"period");
    assert_between("first", "period");
    assert_int_equal(reported("basic", "period"), 0);
    assert_sum("job", "period", "second", "times", 1);
    assert_int_equal(reported("extended", "period"), 0);
}

TEST(the_times_of_all_periods_are_still_reported)
{
    run(L"period");
    assert_int_equal(reported("job", "times"), reported("before", "times") + reported("job", "period"));
    assert_divided("job", "times", reported("before", "times-kernel") + reported("job", "period-kernel"));
    assert_int_equal(reported("after", "times"), reported("job", "times"));
}

/* The process in the job waits meanwhile. */
TEST(a_limit_that_another_process_sets_begins_one_too)
{
    run(L"period");
    assert_in_range(reported("other", "period"), 0, work(1));
}

TEST(every_other_limit_leaves_the_period_as_it_is)
{
    static const char *const limits[] = { "preserved", "both", "others", "refused", "none" };
    unsigned i;

    run(L"period");
    for (i = 0; i < ARRAYSIZE(limits); i++) assert_int_equal(reported(limits[i], "period"), reported("job", "period"));
}

TEST(of_many_processes_none_is_missing)
{
    run(L"many");
    assert_int_equal(reported("job", "processes"), 60);
    assert_sum("job", "times", "children", "times", 60);
}
