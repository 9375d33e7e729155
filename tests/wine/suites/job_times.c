/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries the times of its jobs. */
#include "plain_run.h"

#include <stdio.h>

#define WORK_MS 100

static struct outcome outcome;

static void run(const WCHAR *mode)
{
    WCHAR rest[64];

    assert_in_range(_snwprintf(rest, ARRAYSIZE(rest), L" %ls %llu", mode, ticks_of_ms(WORK_MS)), 1, ARRAYSIZE(rest) - 1);
    launch(beside(L"members.exe"), rest, &outcome);
    if (outcome.code) print_error("%s%s\n", outcome.out, outcome.err);
    assert_int_equal(outcome.code, 0);
}

static ULONG64 value(const char *who, const char *what)
{
    return said(&outcome, who, what).value;
}

/* In 100 ns; of work by the time-stamp counter a tenth is for interrupts and what a hypervisor takes unseen. */
static ULONG64 work(ULONG64 times)
{
    return times * WORK_MS * 10000 / 10 * 9;
}

/* Kernel and user time are rounded apart, of each process and of the sum. A job has more: what Linux needed to start a
   process of Wine and to take it down: some milliseconds, more on a slow machine, but less than half of the work. */
static void assert_sum(ULONG64 reported, ULONG64 sum, ULONG64 processes)
{
    assert_in_range(reported, sum - 2 * processes, sum + processes * work(1) / 2);
}

static void a_job_reports_what_its_process_used_that_was_assigned_suspended(void **state)
{
    (void)state;
    run(L"one");
    assert_int_equal(value("job", "before"), 0);
    assert_true(value("child", "times") >= work(1));
    assert_sum(value("job", "times"), value("child", "times"), 1);
    assert_int_equal(value("job", "processes"), 1);
    outcome_free(&outcome);
}

static void a_job_that_has_an_earlier_one_s_handle_reports_nothing_of_that(void **state)
{
    (void)state;
    run(L"one");
    assert_int_equal(value("next", "times"), 0);
    outcome_free(&outcome);
}

static void what_another_process_puts_under_a_closed_job_s_handle_is_not_that_job(void **state)
{
    (void)state;
    run(L"reused");
    assert_true(value("closed", "times") >= work(1));
    assert_int_equal(value("next", "times"), 0);
    assert_sum(value("next", "sum"), value("next", "child"), 1);
    outcome_free(&outcome);
}

static void nor_is_one_with_other_processes(void **state)
{
    (void)state;
    run(L"other");
    assert_true(value("closed", "times") >= work(1));
    assert_in_range(value("next", "times"), value("low", "times") - 2, value("high", "times") + 2);
    outcome_free(&outcome);
}

static void a_live_process_counts_and_stays_when_it_is_killed(void **state)
{
    (void)state;
    run(L"alive");
    assert_true(value("low", "times") >= work(1));
    assert_in_range(value("job", "alive"), value("low", "times") - 2, value("high", "times") + 2);
    assert_sum(value("job", "times"), value("killed", "times"), 1);
    outcome_free(&outcome);
}

static void what_outlives_its_parent_counts(void **state)
{
    (void)state;
    run(L"tree");
    assert_int_equal(value("job", "processes"), 4);
    assert_true(value("job", "times") >= value("child", "times") + work(3));
    outcome_free(&outcome);
}

static void who_breaks_away_does_not_count(void **state)
{
    (void)state;
    run(L"breakaway");
    assert_int_equal(value("job", "processes"), 1);
    assert_sum(value("job", "times"), value("child", "times"), 1);
    outcome_free(&outcome);
}

static void an_outer_job_has_the_inner_one_s_too(void **state)
{
    (void)state;
    run(L"nested");
    assert_sum(value("inner", "times"), value("inner", "child"), 1);
    assert_sum(value("outer", "times"), value("inner", "child") + value("outer", "child"), 2);
    assert_int_equal(value("outer", "processes"), 2);
    outcome_free(&outcome);
}

static void another_process_is_reported_while_a_member_lives_and_a_copied_handle_always(void **state)
{
    (void)state;
    run(L"handle");
    assert_in_range(value("asked", "times"), value("low", "times") - 2, value("high", "times") + 2);
    assert_sum(value("copy", "times"), value("killed", "times"), 1);
    outcome_free(&outcome);
}

static int forget(void **state)
{
    (void)state;
    outcome_free(&outcome);
    return 0;
}

static int run_forms(void **state)
{
    (void)state;
    run(L"forms");
    return 0;
}

static void assert_used(const char *who, ULONG64 low, ULONG64 high)
{
    assert_in_range(value(who, "basic"), low, high);
    assert_in_range(value(who, "both"), low, high);
}

static void handles_of_every_form_lead_to_the_same_job(void **state)
{
    static const char *const forms[] = { "marked", "weak", "number", "copied", "reused" };
    unsigned i;

    (void)state;
    assert_true(value("itself", "basic") >= work(1));
    for (i = 0; i < ARRAYSIZE(forms); i++) assert_used(forms[i], value("itself", "basic"), value("itself", "basic"));
}

static void one_that_a_weak_handle_puts_into_a_job_counts(void **state)
{
    (void)state;
    assert_sum(value("itself", "basic"), value("first", "times") + value("second", "times"), 2);
}

static int run_own(void **state)
{
    (void)state;
    run(L"own");
    return 0;
}

static void null_is_the_job_that_the_process_is_in_at_that_time(void **state)
{
    (void)state;
    if (!value("null", "known")) SKIP_BECAUSE("Wine 8 knows no job by NULL");
    assert_used("outer", value("outer", "low") - 4, value("outer", "high") + work(1) / 2);
    assert_used("inner", value("inner", "low") - 2, value("inner", "high") + 2);
    assert_used("handle", value("inner", "low") - 2, value("inner", "high") + 2);
}

static int run_period(void **state)
{
    (void)state;
    run(L"period");
    return 0;
}

static void a_limit_of_the_job_s_time_begins_a_period(void **state)
{
    (void)state;
    assert_in_range(value("first", "period"), value("low", "times") - 2, value("high", "times") + 2);
    assert_int_equal(value("basic", "period"), 0);
    assert_sum(value("job", "period"), value("second", "times"), 1);
    assert_int_equal(value("extended", "period"), 0);
}

static void the_times_of_all_periods_are_still_reported(void **state)
{
    (void)state;
    assert_int_equal(value("job", "times"), value("before", "times") + value("job", "period"));
    assert_int_equal(value("after", "times"), value("job", "times"));
}

/* The process in the job waits meanwhile. */
static void a_limit_that_another_process_sets_begins_one_too(void **state)
{
    (void)state;
    assert_in_range(value("other", "period"), 0, work(1) / 2);
}

static void every_other_limit_leaves_the_period_as_it_is(void **state)
{
    static const char *const limits[] = { "preserved", "both", "others", "refused", "none" };
    unsigned i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(limits); i++) assert_int_equal(value(limits[i], "period"), value("job", "period"));
}

static void of_many_processes_none_is_missing(void **state)
{
    (void)state;
    run(L"many");
    assert_int_equal(value("job", "processes"), 60);
    assert_sum(value("job", "times"), value("children", "times"), 60);
    outcome_free(&outcome);
}

static int once(void)
{
    const struct CMUnitTest forms[] = {
        cmocka_unit_test(handles_of_every_form_lead_to_the_same_job),
        cmocka_unit_test(one_that_a_weak_handle_puts_into_a_job_counts),
    };
    const struct CMUnitTest own[] = { cmocka_unit_test(null_is_the_job_that_the_process_is_in_at_that_time) };
    const struct CMUnitTest period[] = {
        cmocka_unit_test(a_limit_of_the_job_s_time_begins_a_period),
        cmocka_unit_test(the_times_of_all_periods_are_still_reported),
        cmocka_unit_test(a_limit_that_another_process_sets_begins_one_too),
        cmocka_unit_test(every_other_limit_leaves_the_period_as_it_is),
    };

    return cmocka_run_group_tests_name("forms of handles", forms, run_forms, forget)
           + cmocka_run_group_tests_name("own job", own, run_own, forget)
           + cmocka_run_group_tests_name("period", period, run_period, forget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_reports_what_its_process_used_that_was_assigned_suspended),
        cmocka_unit_test(a_job_that_has_an_earlier_one_s_handle_reports_nothing_of_that),
        cmocka_unit_test(what_another_process_puts_under_a_closed_job_s_handle_is_not_that_job),
        cmocka_unit_test(nor_is_one_with_other_processes),
        cmocka_unit_test(a_live_process_counts_and_stays_when_it_is_killed),
        cmocka_unit_test(what_outlives_its_parent_counts),
        cmocka_unit_test(who_breaks_away_does_not_count),
        cmocka_unit_test(an_outer_job_has_the_inner_one_s_too),
        cmocka_unit_test(another_process_is_reported_while_a_member_lives_and_a_copied_handle_always),
        cmocka_unit_test(of_many_processes_none_is_missing),
    };

    return finish(once() + cmocka_run_group_tests_name("job_times", tests, NULL, NULL));
}
