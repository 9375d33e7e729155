/* SPDX-License-Identifier: MIT */
/* GetSystemTimes */
#include "arrays.h"
#include "processor_times.h"
#include "race.h"

enum { TIMES = 3 };

/* Of all groups. */
static ULONG all_processors(void)
{
    return GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}

static BOOL ask_times(ULONG64 *values)
{
    FILETIME idle, kernel, user;
    BOOL done = GetSystemTimes(&idle, &kernel, &user);

    values[0] = value_of_filetime(idle);
    values[1] = value_of_filetime(kernel);
    values[2] = value_of_filetime(user);
    return done;
}

/* Looks at all results. */
static struct processor_times system_times(void)
{
    ULONG64 values[TIMES];

    assert_succeeds(ask_times(values));
    return (struct processor_times){ values[0], values[1], values[2], 0, 0, 0, 0 };
}

/* A step of each processor's slack, because Linux's idle time can go back by a little. */
TEST(system_times_are_the_sums_of_what_the_system_sees)
{
    const ULONG64 slack = all_processors() * STEP;
    struct processor_times before, times, after;
    int i;

    for (i = 0; i < 20; i++) {
        before = system_processor_sums();
        times = system_times();
        after = system_processor_sums();
        assert_true(before.user > 0);
        /* Wine counts waiting for I/O as kernel time only, the unixlib as idle time; and it shares out what was not
           idle by the clock, which Wine's sums do not follow. */
        assert_in_range(times.idle, before.idle - slack, (with_unixlib() ? after.kernel : after.idle) + slack);
        assert_true(times.kernel >= times.idle);
        if (!with_unixlib()) assert_in_range(times.kernel, before.kernel - slack, after.kernel + slack);
        if (!with_unixlib()) assert_in_range(times.user, before.user, after.user);
        Sleep(20);
    }
}

/* With the unixlib to a tick, 10 ms, between the clock before and after; 0.1 % for the rate that two clocks of Linux may
   differ by, one of which is the tests'. */
TEST(on_each_processor_passes_what_passes_by_the_clock)
{
    static const DWORD lengths[] = { 10, 30, 100, 1000, 3000 };
    const ULONG64 tick = ticks_of_ms(10);
    struct processor_times before, after;
    ULONG64 begin, begun, end, ended, passed;
    ULONG i;

    if (!with_unixlib()) SKIP_BECAUSE("without the Linux side the sums do not follow the clock");
    for (i = 0; i < ARRAYSIZE(lengths); i++) {
        begin = tsc();
        before = system_times();
        begun = tsc();
        Sleep(lengths[i]);
        end = tsc();
        after = system_times();
        ended = tsc();
        passed = ticks_of_100ns(after.kernel - before.kernel + after.user - before.user) / processors();
        assert_in_range(passed, (end - begun) / 1000 * 999 - tick, (ended - begin) / 1000 * 1001 + tick);
    }
}

/* By how much more than by the clock may pass on a processor: under Wine its times are sums of up to ten of Linux's, each
   rounded down to a step. Windows stops the clock tick of an idle processor, and no page says for how long its times stand
   still then. */
static ULONG64 processor_slack(void)
{
    return is_wine() ? 5 * coarseness() : ticks_of_ms(2000);
}

/* One-sided: what Linux does not attribute to anything is missing. */
TEST(no_more_passes_on_the_processors_than_by_the_clock)
{
    ULONG64 begin = tsc(), passed;
    struct processor_times before = system_times(), after;

    Sleep(1000);
    after = system_times();
    passed = tsc() - begin;
    assert_true(after.idle >= before.idle && after.kernel >= before.kernel && after.user >= before.user);
    assert_in_range(ticks_of_100ns(after.kernel - before.kernel + after.user - before.user), 1,
                    all_processors() * (passed / 100 * 101 + processor_slack()));
}

/* One-sided: others work too. Half of it, because Linux may count by samples, which miss some. */
TEST(a_spin_is_seen_as_work)
{
    struct processor_times before = system_times(), after;
    struct spin spun = spin(ticks_of_ms(1000));

    after = system_times();
    assert_true(ticks_of_100ns(after.user - before.user) >= spun.ran / 2);
}

TEST(eight_threads_see_no_system_time_go_back)
{
    struct race times = { .ask = ask_times, .count = TIMES, .ms = 1000 };

    race(&times);
}
