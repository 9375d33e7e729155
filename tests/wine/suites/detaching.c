/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries threads and processes that work while they are detached, after cycletime.dll
   was notified of the detach. */
#include "plain_run.h"

#include <stdio.h>

#define WORK_MS 50

static struct outcome outcome;

static void run(const WCHAR *mode)
{
    WCHAR rest[64];

    assert_in_range(_snwprintf(rest, ARRAYSIZE(rest), L" %ls %llu", mode, ticks_of_ms(WORK_MS)), 1, ARRAYSIZE(rest) - 1);
    launch(beside(L"detaching.exe"), rest, &outcome);
    if (outcome.code) print_error("%s%s\n", outcome.out, outcome.err);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.err_length, 0);
}

static ULONG64 value(const char *who, const char *what)
{
    return said(&outcome, who, what).value;
}

/* In 100 ns, of work by the time-stamp counter. */
static ULONG64 of_work(ULONG64 ran)
{
    return ran / 1000 * 10000000 / (ticks_per_second() / 1000);
}

static void assert_moves_in_detach(void)
{
    assert_true(value("midst", "times") >= of_work(value("thread", "ran")));
    assert_true(value("midst", "cycles") >= value("thread", "ran"));
}

static void assert_has_ended_for_good(void)
{
    assert_int_equal(value("later", "times"), value("end", "times"));
    assert_int_equal(value("later", "cycles"), value("end", "cycles"));
}

static void assert_keeps_all(void)
{
    const ULONG64 ran = value("thread", "ran-last");

    assert_true(ran > 0);
    assert_true(value("end", "times") >= value("midst", "times") + of_work(ran));
    assert_true(value("end", "cycles") >= value("midst", "cycles") + ran);
}

TEST(a_thread_that_works_in_its_detach_gets_all_of_it)
{
    run(L"silent");
    assert_moves_in_detach();
    assert_keeps_all();
    assert_has_ended_for_good();
    outcome_free(&outcome);
}

TEST(a_thread_that_queries_itself_in_its_detach_gets_what_others_get)
{
    run(L"asks");
    assert_moves_in_detach();
    assert_true(value("thread", "after") > value("thread", "before"));
    assert_true(value("midst", "cycles") >= value("thread", "after"));
    assert_keeps_all();
    assert_has_ended_for_good();
    outcome_free(&outcome);
}

TEST(a_thread_that_is_killed_in_its_detach_keeps_what_it_had_worked)
{
    run(L"killed");
    assert_moves_in_detach();
    assert_true(value("end", "times") >= value("midst", "times"));
    assert_has_ended_for_good();
    outcome_free(&outcome);
}

TEST(a_thread_of_a_child_that_works_in_its_detach_gets_all_of_it)
{
    run(L"child");
    assert_moves_in_detach();
    assert_keeps_all();
    assert_has_ended_for_good();
    outcome_free(&outcome);
}

TEST(a_thread_that_lives_when_its_process_ends_gets_what_it_had_worked)
{
    run(L"left");
    assert_true(value("end", "times") >= of_work(value("thread", "ran")));
    assert_true(value("end", "cycles") >= value("thread", "ran"));
    assert_has_ended_for_good();
    outcome_free(&outcome);
}

TEST(a_process_that_works_in_its_detach_gets_all_of_it)
{
    run(L"left");
    assert_true(value("process", "ran-last") > 0);
    assert_true(value("process", "times") >= of_work(value("thread", "ran") + value("process", "ran-last")));
    outcome_free(&outcome);
}

int main(void)
{
    return finish(RUN_TESTS("detaching", NULL, NULL));
}
