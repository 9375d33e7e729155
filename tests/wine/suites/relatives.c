/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries its child's threads and its descendants. unixlib.shared_file_lost has it after
   another program has read or removed the shared file. */
#include "plain_run.h"

#define WORK_MS 200

static void run(const WCHAR *mode)
{
    run_mode(L"descendants.exe", mode, WORK_MS);
}

/* In 100 ns; of work by the time-stamp counter a tenth is for interrupts and what a hypervisor takes unseen. */
static ULONG64 of_work(ULONG64 ran)
{
    return times_of_ticks(ran / 10 * 9);
}

TEST(a_thread_that_has_ended_in_a_child_is_reported_as_the_child_itself_reports)
{
    run(L"threads");
    assert_true(reported("ended", "its") >= of_work(ticks_of_ms(WORK_MS)));
    assert_int_equal(reported("reported", "ended"), reported("ended", "its"));
    assert_int_equal(reported("reported", "kernel"), reported("ended", "kernel"));
    assert_in_range(reported("reported", "cycles"), reported("ended", "cycles") / 100 * 99,
                    reported("ended", "cycles") / 100 * 101);
    assert_int_equal(reported("later", "ended"), reported("ended", "its"));
}

/* It waits, so its clock stands still; the system has it in steps of 10 ms. */
TEST(a_thread_that_lives_in_a_child_is_measured_by_its_clock)
{
    run(L"threads");
    assert_true(reported("waiting", "its") >= of_work(ticks_of_ms(WORK_MS / 2)));
    assert_in_range(reported("reported", "waiting"), reported("waiting", "its"), reported("waiting", "its") + 10);
}

/* The values are Windows': 4 is Terminated, 5 Waiting. */
TEST(a_child_s_threads_are_seen_waiting_and_terminated)
{
    run(L"threads");
    assert_int_equal(reported("ended", "state"), 4);
    assert_int_equal(reported("waiting", "state"), 5);
    assert_int_equal(reported("listed", "state"), 5);
    assert_true(reported("waiting", "switches") > 0);
    assert_int_equal(reported("listed", "switches"), reported("waiting", "switches"));
}

/* Each was reported exactly when it had ended; kernel and user time are rounded apart, of two processes and of their
   sum. */
TEST(ended_descendants_are_added_up)
{
    ULONG64 all, kernel;

    run(L"family");
    all = reported("child", "times") + reported("grandchild", "times");
    assert_int_equal(reported("before", "descendants"), 0);
    assert_true(reported("grandchild", "times") >= of_work(ticks_of_ms(WORK_MS)));
    assert_in_range(reported("child", "descendants"), reported("grandchild", "times"), reported("grandchild", "times") + 4);
    assert_in_range(reported("after", "descendants"), all, all + 4);
    kernel = reported("grandchild", "times-kernel");
    assert_in_range(reported("child", "descendants-kernel"), kernel / 2, kernel * 3 / 2);
    kernel += reported("child", "times-kernel");
    assert_in_range(reported("after", "descendants-kernel"), kernel / 2, kernel * 3 / 2);
}
