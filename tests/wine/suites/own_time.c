/* SPDX-License-Identifier: MIT */
#include "calls.h"

enum { SPIN_MS = 200 };

/* 1 % for the rate, which is measured apart. This process has one thread that works. */
static void assert_spin_counted(enum which cycles)
{
    const ULONG64 begin = tsc(), before = cycles_of(cycles, own_handle(cycles));
    const struct spin spun = spin(ticks_of_ms(SPIN_MS));
    const ULONG64 after = cycles_of(cycles, own_handle(cycles)), passed = tsc() - begin;

    assert_true(after > before);
    assert_true(spun.ran > 4 * coarseness());  /* or the check below would be none */
    assert_in_range(after - before, spun.ran / 100 * 99 - coarseness(), passed / 100 * 101 + coarseness());
}

TEST(a_spin_gains_the_thread_what_surely_ran_and_no_more_than_what_passed)
{
    assert_spin_counted(THREAD_CYCLES);
}

TEST(a_spin_gains_the_process_what_surely_ran_and_no_more_than_what_passed)
{
    assert_spin_counted(PROCESS_CYCLES);
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

static ULONG64 system_cycles(enum which which)
{
    return calls[which].of_thread ? system_thread_cycles(GetCurrentThread()) : system_process_cycles(GetCurrentProcess());
}

static void assert_windows_counts(enum which which)
{
    const ULONG64 before = system_cycles(which), cycles = cycles_of(which, own_handle(which)), after = system_cycles(which);

    if (is_wine()) SKIP_BECAUSE("Wine does not count cycles");
    assert_cycles_counted(before, cycles, after);
}

TEST(thread_cycles_are_those_that_windows_counts)
{
    assert_windows_counts(THREAD_CYCLES);
}

TEST(process_cycles_are_those_that_windows_counts)
{
    assert_windows_counts(PROCESS_CYCLES);
}

static struct times system_times(enum which which)
{
    return calls[which].of_thread ? system_thread_times(GetCurrentThread()) : system_process_times(GetCurrentProcess());
}

static void assert_cycles_are_the_systems_times(enum which which)
{
    const struct times before = system_times(which);
    const ULONG64 cycles = cycles_of(which, own_handle(which));
    const struct times after = system_times(which);

    if (!is_wine()) SKIP_BECAUSE("Windows counts cycles, and takes samples of times");
    assert_true(total(before) > 0);
    assert_cycles_between(before, cycles, after);
}

TEST(thread_cycles_are_the_cpu_time_that_the_system_sees)
{
    assert_cycles_are_the_systems_times(THREAD_CYCLES);
}

TEST(process_cycles_are_the_cpu_time_that_the_system_sees)
{
    assert_cycles_are_the_systems_times(PROCESS_CYCLES);
}

static void assert_times_are_the_systems(enum which which)
{
    const struct times before = system_times(which), own = times_of(which, own_handle(which)), after = system_times(which);

    assert_true(total(before) > 0);
    assert_between(before, own, after);
}

TEST(thread_times_are_what_the_system_sees)
{
    assert_times_are_the_systems(THREAD_TIMES);
}

TEST(process_times_are_what_the_system_sees)
{
    assert_times_are_the_systems(PROCESS_TIMES);
}

TEST(a_thread_and_process_that_run_have_the_systems_creation_time_and_no_exit_time)
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
        before = assert_answered(which, own_handle(which));
        real = assert_answered(which, calls[which].of_thread ? thread : process);
        after = assert_answered(which, own_handle(which));
        for (i = 0; i < calls[which].outputs; i++)
            assert_in_range(real.outputs[i], before.outputs[i], after.outputs[i]);
    }
    CloseHandle(thread);
    CloseHandle(process);
}
