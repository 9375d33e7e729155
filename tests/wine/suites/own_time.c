/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "functions.h"

enum { SPIN_MS = 200 };

/* 1 % for the rate, which is measured apart. */
static void assert_spin_counted(ULONG64 gained, const struct spin *spun)
{
    assert_true(spun->ran > 4 * coarseness());  /* or the check below would be none */
    assert_in_range(gained, spun->ran / 100 * 99 - coarseness(), spun->passed / 100 * 101 + coarseness());
}

TEST(a_spin_gains_the_thread_what_surely_ran_and_no_more_than_what_passed)
{
    struct spin spun;
    ULONG64 begin = tsc(), before = cycles_of(THREAD_CYCLES, GetCurrentThread()), after;

    spun = spin(ticks_of_ms(SPIN_MS));
    after = cycles_of(THREAD_CYCLES, GetCurrentThread());
    spun.passed = tsc() - begin;
    assert_true(after > before);
    assert_spin_counted(after - before, &spun);
}

TEST(a_spin_gains_the_process_what_surely_ran_and_no_more_than_what_passed)
{
    struct spin spun;
    ULONG64 begin = tsc(), before = cycles_of(PROCESS_CYCLES, GetCurrentProcess()), after;

    spun = spin(ticks_of_ms(SPIN_MS));
    after = cycles_of(PROCESS_CYCLES, GetCurrentProcess());
    spun.passed = tsc() - begin;  /* this process has one thread that works */
    assert_true(after > before);
    assert_spin_counted(after - before, &spun);
}

/* One-sided: a sleep may cost anything below its length, but it cannot be work. */
TEST(a_sleep_gains_less_than_half_of_its_length)
{
    ULONG64 thread = cycles_of(THREAD_CYCLES, GetCurrentThread());
    ULONG64 process = cycles_of(PROCESS_CYCLES, GetCurrentProcess());
    ULONG64 begin = tsc(), slept;

    Sleep(300);
    slept = tsc() - begin;
    assert_in_range(cycles_of(THREAD_CYCLES, GetCurrentThread()) - thread, 0, slept / 2);
    assert_in_range(cycles_of(PROCESS_CYCLES, GetCurrentProcess()) - process, 0, slept / 2);
}

TEST(thread_cycles_are_those_that_windows_counts)
{
    ULONG64 before = system_thread_cycles(GetCurrentThread());
    ULONG64 cycles = cycles_of(THREAD_CYCLES, GetCurrentThread());
    ULONG64 after = system_thread_cycles(GetCurrentThread());

    if (is_wine()) SKIP_BECAUSE("Wine does not count cycles");
    assert_cycles_counted(before, cycles, after);
}

TEST(process_cycles_are_those_that_windows_counts)
{
    ULONG64 before = system_process_cycles(GetCurrentProcess());
    ULONG64 cycles = cycles_of(PROCESS_CYCLES, GetCurrentProcess());
    ULONG64 after = system_process_cycles(GetCurrentProcess());

    if (is_wine()) SKIP_BECAUSE("Wine does not count cycles");
    assert_cycles_counted(before, cycles, after);
}

TEST(thread_cycles_are_the_cpu_time_that_the_system_sees)
{
    struct times before = system_thread_times(GetCurrentThread());
    ULONG64 cycles = cycles_of(THREAD_CYCLES, GetCurrentThread());
    struct times after = system_thread_times(GetCurrentThread());

    if (!is_wine()) SKIP_BECAUSE("Windows counts cycles, and takes samples of times");
    assert_true(total(before) > 0);
    assert_cycles_between(before, cycles, after);
}

TEST(process_cycles_are_the_cpu_time_that_the_system_sees)
{
    struct times before = system_process_times(GetCurrentProcess());
    ULONG64 cycles = cycles_of(PROCESS_CYCLES, GetCurrentProcess());
    struct times after = system_process_times(GetCurrentProcess());

    if (!is_wine()) SKIP_BECAUSE("Windows counts cycles, and takes samples of times");
    assert_true(total(before) > 0);
    assert_cycles_between(before, cycles, after);
}

TEST(thread_times_are_what_the_system_sees)
{
    struct times before = system_thread_times(GetCurrentThread());
    struct times own = times_of(THREAD_TIMES, GetCurrentThread());
    struct times after = system_thread_times(GetCurrentThread());

    assert_true(total(before) > 0);
    assert_between(before, own, after);
}

TEST(process_times_are_what_the_system_sees)
{
    struct times before = system_process_times(GetCurrentProcess());
    struct times own = times_of(PROCESS_TIMES, GetCurrentProcess());
    struct times after = system_process_times(GetCurrentProcess());

    assert_true(total(before) > 0);
    assert_between(before, own, after);
}

TEST(who_runs_has_the_systems_creation_time_and_no_exit_time)
{
    struct times thread = times_of(THREAD_TIMES, GetCurrentThread());
    struct times process = times_of(PROCESS_TIMES, GetCurrentProcess());

    assert_int_equal(thread.creation, system_thread_times(GetCurrentThread()).creation);
    assert_int_equal(process.creation, system_process_times(GetCurrentProcess()).creation);
    assert_true(process.creation > 0 && thread.creation > 0);
    assert_int_equal(thread.exit, 0);
    assert_int_equal(process.exit, 0);
}

TEST(a_real_handle_of_oneself_means_the_same_as_the_pseudo_handle)
{
    HANDLE thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, GetCurrentThreadId());
    HANDLE process = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, GetCurrentProcessId());
    struct answer before, real, after;
    enum which which;
    unsigned i;

    assert_non_null(thread);
    assert_non_null(process);
    for (which = 0; which < calls_here(); which++) {
        before = assert_answered(which, calls[which].of_thread ? GetCurrentThread() : GetCurrentProcess());
        real = assert_answered(which, calls[which].of_thread ? thread : process);
        after = assert_answered(which, calls[which].of_thread ? GetCurrentThread() : GetCurrentProcess());
        for (i = 0; i < calls[which].outputs; i++)
            assert_in_range(real.outputs[i], before.outputs[i], after.outputs[i]);
    }
    CloseHandle(thread);
    CloseHandle(process);
}

int own_time_tests(void)
{
    return RUN_TESTS("own time", NULL, NULL);
}
