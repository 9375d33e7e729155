/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "functions.h"
#include "worker.h"

/* Both ways, since an answer about the wrong thread could be right by chance one way. */
static void assert_distinguished(unsigned ms_of_it, unsigned ms_of_us)
{
    struct worker worker;
    struct times before, times, after, own;
    ULONG64 counted_before, cycles, counted_after;

    worker_start(&worker, ms_of_it);
    spin(ticks_of_ms(ms_of_us));
    before = worker_ask(&worker);
    times = times_of(THREAD_TIMES, worker.thread);
    counted_before = system_thread_cycles(worker.thread);
    cycles = cycles_of(THREAD_CYCLES, worker.thread);
    counted_after = system_thread_cycles(worker.thread);
    after = worker_ask(&worker);
    own = system_thread_times(GetCurrentThread());
    assert_between(before, times, after);
    assert_cycles_between(before, cycles, after);
    assert_cycles_counted(counted_before, cycles, counted_after);
    assert_true(total(own) > 2 * total(after) || total(before) > 2 * total(own));
    worker_close(&worker);
}

static DWORD WINAPI apart(void *argument)
{
    struct worker *worker = argument;

    worker->spun = spin(worker->ticks);
    return 0;
}

TEST(a_thread_that_ran_more_than_we_did_is_measured_by_its_handle)
{
    struct times ours = system_thread_times(GetCurrentThread());

    assert_distinguished((unsigned)(total(ours) / 10000) * 3 + 300, 0);
}

TEST(a_thread_that_ran_less_than_we_did_is_measured_by_its_handle)
{
    assert_distinguished(50, 300);
}

TEST(another_threads_spin_is_counted_between_what_surely_ran_and_what_passed)
{
    struct worker worker;
    ULONG64 begin = tsc(), cycles;

    worker_start(&worker, 300);
    cycles = cycles_of(THREAD_CYCLES, worker.thread);
    assert_in_range(cycles, worker.spun.ran / 100 * 99 - coarseness(), (tsc() - begin) / 100 * 101 + coarseness());
    worker_close(&worker);
}

TEST(another_thread_has_the_systems_creation_time_and_no_exit_time)
{
    struct worker worker;
    struct times times;

    worker_start(&worker, 0);
    times = times_of(THREAD_TIMES, worker.thread);
    assert_int_equal(times.creation, system_thread_times(worker.thread).creation);
    assert_true(times.creation > system_thread_times(GetCurrentThread()).creation);
    assert_int_equal(times.exit, 0);
    worker_close(&worker);
}

TEST(process_cycles_hold_those_of_threads_that_have_ended)
{
    struct worker worker = { .ticks = ticks_of_ms(300) };
    ULONG64 before = cycles_of(PROCESS_CYCLES, GetCurrentProcess()), gained;

    join_thread(start_thread(apart, &worker));
    gained = cycles_of(PROCESS_CYCLES, GetCurrentProcess()) - before;
    /* One-sided: the upper bound stands in the test of one's own spin. */
    assert_true(gained >= worker.spun.ran / 100 * 99 - coarseness());
}
