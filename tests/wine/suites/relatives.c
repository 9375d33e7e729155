/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries its child's threads and its descendants, also after another program has
   changed the shared file. */
#include "plain_run.h"

#include <stdio.h>

#define WORK_MS 200

static struct outcome outcome;

static void run(const WCHAR *mode)
{
    WCHAR rest[64];

    assert_in_range(_snwprintf(rest, ARRAYSIZE(rest), L" %ls %llu", mode, ticks_of_ms(WORK_MS)), 1, ARRAYSIZE(rest) - 1);
    launch(beside(L"descendants.exe"), rest, &outcome);
    if (outcome.code) print_error("%s%s\n", outcome.out, outcome.err);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.err_length, 0);
}

static ULONG64 value(const char *who, const char *what)
{
    return said(&outcome, who, what).value;
}

/* In 100 ns; of work by the time-stamp counter a tenth is for interrupts and what a hypervisor takes unseen. */
static ULONG64 of_work(ULONG64 ran)
{
    return ran / 10 * 9 / 1000 * 10000000 / (ticks_per_second() / 1000);
}

TEST(a_thread_that_has_ended_in_a_child_is_reported_as_the_child_itself_reports)
{
    run(L"threads");
    assert_true(value("ended", "its") >= of_work(ticks_of_ms(WORK_MS)));
    assert_int_equal(value("reported", "ended"), value("ended", "its"));
    assert_int_equal(value("reported", "kernel"), value("ended", "kernel"));
    assert_in_range(value("reported", "cycles"), value("ended", "cycles") / 100 * 99, value("ended", "cycles") / 100 * 101);
    assert_int_equal(value("later", "ended"), value("ended", "its"));
    outcome_free(&outcome);
}

/* It waits, so its clock stands still; the system has it in steps of 10 ms. */
TEST(a_thread_that_lives_in_a_child_is_measured_by_its_clock)
{
    run(L"threads");
    assert_true(value("waiting", "its") >= of_work(ticks_of_ms(WORK_MS / 2)));
    assert_in_range(value("reported", "waiting"), value("waiting", "its"), value("waiting", "its") + 10);
    outcome_free(&outcome);
}

/* The values are Windows': 4 is Terminated, 5 Waiting. */
TEST(a_child_s_threads_are_seen_waiting_and_terminated)
{
    run(L"threads");
    assert_int_equal(value("ended", "state"), 4);
    assert_int_equal(value("waiting", "state"), 5);
    assert_int_equal(value("listed", "state"), 5);
    assert_true(value("waiting", "switches") > 0);
    assert_int_equal(value("listed", "switches"), value("waiting", "switches"));
    outcome_free(&outcome);
}

/* Each was reported exactly when it had ended; kernel and user time are rounded apart, of two processes and of their
   sum. */
TEST(ended_descendants_are_added_up)
{
    ULONG64 all;

    run(L"family");
    all = value("child", "times") + value("grandchild", "times");
    assert_int_equal(value("before", "descendants"), 0);
    assert_true(value("grandchild", "times") >= of_work(ticks_of_ms(WORK_MS)));
    assert_in_range(value("child", "descendants"), value("grandchild", "times"), value("grandchild", "times") + 4);
    assert_in_range(value("after", "descendants"), all, all + 4);
    outcome_free(&outcome);
}

static void assert_live_and_ended(void)
{
    assert_true(of_work(value("between", "ran")) >= of_work(ticks_of_ms(WORK_MS)) / 2);
    assert_true(value("live", "times") >= of_work(value("between", "ran")));
    assert_true(value("live", "times") <= value("child", "own"));
    assert_true(value("child", "times") >= value("child", "own"));
}

TEST(a_child_that_has_read_all_of_shared_memory_is_reported_as_before)
{
    run(L"reads");
    assert_live_and_ended();
    outcome_free(&outcome);
}

TEST(a_child_is_known_to_a_parent_whose_record_was_removed)
{
    run(L"removed");
    assert_live_and_ended();
    outcome_free(&outcome);
}

int main(void)
{
    return finish(RUN_TESTS("relatives", NULL, NULL));
}
