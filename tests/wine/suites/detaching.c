/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries threads and processes that work while they are detached, after cycletime.dll
   was notified of the detach. */
#include "plain_run.h"

#define WORK_MS 50

static void run(const WCHAR *mode)
{
    run_mode(L"detaching.exe", mode, WORK_MS);
}

static void assert_moves_in_detach(void)
{
    assert_true(reported("midst", "times") >= times_of_ticks(reported("thread", "ran")));
    assert_true(reported("midst", "cycles") >= reported("thread", "ran"));
}

static void assert_has_ended_for_good(void)
{
    assert_int_equal(reported("later", "times"), reported("end", "times"));
    assert_int_equal(reported("later", "cycles"), reported("end", "cycles"));
}

static void assert_keeps_all(void)
{
    const ULONG64 ran = reported("thread", "ran-last");

    assert_true(ran > 0);
    assert_true(reported("end", "times") >= reported("midst", "times") + times_of_ticks(ran));
    assert_true(reported("end", "cycles") >= reported("midst", "cycles") + ran);
}

TEST(a_thread_that_works_in_its_detach_gets_all_of_it)
{
    run(L"silent");
    assert_moves_in_detach();
    assert_keeps_all();
    assert_has_ended_for_good();
}

TEST(a_thread_that_queries_itself_in_its_detach_gets_what_others_get)
{
    run(L"asks");
    assert_moves_in_detach();
    assert_true(reported("thread", "after") > reported("thread", "before"));
    assert_true(reported("midst", "cycles") >= reported("thread", "after"));
    assert_keeps_all();
    assert_has_ended_for_good();
}

TEST(a_thread_that_is_killed_in_its_detach_keeps_what_it_had_worked)
{
    run(L"killed");
    assert_moves_in_detach();
    assert_true(reported("end", "times") >= reported("midst", "times"));
    assert_has_ended_for_good();
}

TEST(a_thread_of_a_child_that_works_in_its_detach_gets_all_of_it)
{
    run(L"child");
    assert_moves_in_detach();
    assert_keeps_all();
    assert_has_ended_for_good();
}

TEST(a_thread_that_lives_when_its_process_ends_gets_what_it_had_worked)
{
    run(L"left");
    assert_true(reported("end", "times") >= times_of_ticks(reported("thread", "ran")));
    assert_true(reported("end", "cycles") >= reported("thread", "ran"));
    assert_has_ended_for_good();
}

TEST(a_process_that_works_in_its_detach_gets_all_of_it)
{
    run(L"left");
    assert_true(reported("process", "ran-last") > 0);
    assert_true(reported("process", "times") >= times_of_ticks(reported("thread", "ran")
                                                                      + reported("process", "ran-last")));
}
