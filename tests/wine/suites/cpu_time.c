/* SPDX-License-Identifier: MIT */
/* The nanoseconds of CycletimeQueryThreadCpuTime and CycletimeQueryProcessCpuTime. */
#include "calls.h"
#include "cycletime.h"
#include "functions.h"
#include "worker.h"

/* Rounded down. */
static ULONG64 nanoseconds_of(ULONG64 cycles)
{
    ULONG64 rate = 0;

    assert_int_equal(CycletimeQueryFrequency(&rate), TRUE);
    return cycles / rate * 1000000000 + cycles % rate * 1000000000 / rate;
}

/* The nanoseconds are those of the cycles just before and just after, rounded in some way. */
static void assert_nanoseconds_are_cycles(enum which nanoseconds, enum which cycles, HANDLE handle)
{
    ULONG64 before = cycles_of(cycles, handle), between = cycles_of(nanoseconds, handle), after = cycles_of(cycles, handle);

    assert_true(before > 0);
    assert_in_range(between, nanoseconds_of(before), nanoseconds_of(after) + 1);
}

/* Compares the two twenty times, of this thread or process and of another one. */
static void assert_nanoseconds_are_always_cycles(enum which nanoseconds, enum which cycles, HANDLE other)
{
    int i;

    for (i = 0; i < 20; i++) {
        assert_nanoseconds_are_cycles(nanoseconds, cycles, own_handle(cycles));
        assert_nanoseconds_are_cycles(nanoseconds, cycles, other);
        spin(ticks_of_ms(5));
    }
}

TEST(cpu_time_of_a_thread_is_its_cycles_in_nanoseconds)
{
    struct worker worker;

    if (!has_invariant_tsc()) SKIP_BECAUSE("this processor has no invariant TSC");
    worker_start(&worker, 100);
    assert_nanoseconds_are_always_cycles(THREAD_CPU_TIME, THREAD_CYCLES, worker.thread);
    worker_close(&worker);
}

TEST(cpu_time_of_a_process_is_its_cycles_in_nanoseconds)
{
    struct program child;

    if (!has_invariant_tsc()) SKIP_BECAUSE("this processor has no invariant TSC");
    child_start(&child, 100);
    assert_nanoseconds_are_always_cycles(PROCESS_CPU_TIME, PROCESS_CYCLES, child.process);
    program_end_and_close(&child);
}

TEST(a_spin_gains_the_thread_the_nanoseconds_that_it_surely_ran)
{
    struct spin spun;
    ULONG64 begin = tsc(), before, gained;

    if (!has_invariant_tsc()) SKIP_BECAUSE("this processor has no invariant TSC");
    before = cycles_of(THREAD_CPU_TIME, GetCurrentThread());
    spun = spin(ticks_of_ms(200));
    gained = cycles_of(THREAD_CPU_TIME, GetCurrentThread()) - before;
    /* 1 % for the rate, which is measured apart; and the steps of the times. */
    assert_in_range(ticks_of_100ns(gained / 100), spun.ran / 100 * 99 - coarseness(),
                    (tsc() - begin) / 100 * 101 + coarseness());
}

TEST(without_an_invariant_tsc_there_is_no_cpu_time)
{
    if (has_invariant_tsc()) SKIP_BECAUSE("this processor has an invariant TSC");
    assert_refused(THREAD_CPU_TIME, GetCurrentThread(), ERROR_NOT_SUPPORTED);
    assert_refused(PROCESS_CPU_TIME, GetCurrentProcess(), ERROR_NOT_SUPPORTED);
}
