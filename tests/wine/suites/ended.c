/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "functions.h"
#include "worker.h"

/* An ended object keeps the values last seen; none of its THREADS can have run for longer than it lived. */
static void assert_last_seen(struct times seen, ULONG64 seen_cycles, struct times reported, ULONG64 cycles, ULONG threads)
{
    const ULONG64 life = threads * ticks_of_100ns(reported.exit - reported.creation) + coarseness();

    assert_true(reported.kernel >= seen.kernel);
    assert_true(reported.user >= seen.user);
    assert_true(ticks_of_100ns(total(reported)) <= life);
    assert_in_range(cycles, seen_cycles, life / 100 * 101);
}

/* Returns its times, which have the system's dates: the exit is after the creation. */
static struct times times_of_ended(enum which which, HANDLE handle)
{
    const struct times times = times_of(which, handle);
    const struct times systems = calls[which].of_thread ? system_thread_times(handle) : system_process_times(handle);

    assert_true(times.exit > times.creation);
    assert_same_times(times, systems);
    return times;
}

static void assert_has_dates_and_no_figures(enum which times, enum which cycles, HANDLE handle)
{
    assert_refused(cycles, handle, ERROR_NOT_SUPPORTED);
    assert_int_equal(total(times_of_ended(times, handle)), 0);
    assert_refused(cycles, handle, ERROR_NOT_SUPPORTED);
}

/* The most threads of a child that starts none itself. Windows 10's loader works in up to four threads at once. */
static ULONG process_threads(void)
{
    return is_wine() ? 1 : 4;
}

TEST(an_ended_thread_has_its_dates_and_the_last_figures_that_were_asked)
{
    struct worker worker;
    struct times seen, reported;
    ULONG64 cycles;

    worker_start(&worker, 100);
    seen = times_of(THREAD_TIMES, worker.thread);
    cycles = cycles_of(THREAD_CYCLES, worker.thread);
    assert_true(total(seen) > 0 && cycles > 0);
    worker_end(&worker);
    reported = times_of_ended(THREAD_TIMES, worker.thread);
    assert_last_seen(seen, cycles, reported, cycles_of(THREAD_CYCLES, worker.thread), 1);
    worker_close(&worker);
}

TEST(an_ended_process_has_its_dates_and_the_last_figures_that_were_asked)
{
    struct program child;
    struct times seen, reported;
    ULONG64 cycles;

    child_start(&child, 100);
    seen = times_of(PROCESS_TIMES, child.process);
    cycles = cycles_of(PROCESS_CYCLES, child.process);
    assert_true(total(seen) > 0 && cycles > 0);
    assert_int_equal(program_end(&child), 0);
    reported = times_of_ended(PROCESS_TIMES, child.process);
    assert_last_seen(seen, cycles, reported, cycles_of(PROCESS_CYCLES, child.process), process_threads());
    program_close(&child);
}

TEST(an_ended_thread_that_was_never_asked_has_its_dates_and_no_figures)
{
    struct worker worker;

    if (!is_wine() || knows_all_threads()) SKIP_BECAUSE("the times of an ended thread are still known");
    worker_start(&worker, 100);
    worker_end(&worker);
    assert_has_dates_and_no_figures(THREAD_TIMES, THREAD_CYCLES, worker.thread);
    worker_close(&worker);
}

TEST(an_ended_process_that_was_never_asked_has_its_dates_and_no_figures)
{
    struct program child;

    if (!is_wine()) SKIP_BECAUSE("Windows still knows the times of an ended process");
    if (with_hooks()) SKIP_BECAUSE("the child has published its times");
    child_start(&child, 100);
    assert_int_equal(program_end(&child), 0);
    assert_has_dates_and_no_figures(PROCESS_TIMES, PROCESS_CYCLES, child.process);
    program_close(&child);
}

/* Windows keeps the counts in the object, which exists as long as a handle to it does: GetProcessTimes' and GetThreadTimes'
   pages describe the exit time of a process or thread that has ended. */
TEST(an_ended_thread_that_was_never_asked_has_what_it_used_on_windows)
{
    struct worker worker;

    if (is_wine()) SKIP_BECAUSE("Wine does not know what an ended thread used");
    worker_start(&worker, 100);
    worker_end(&worker);
    assert_true(cycles_of(THREAD_CYCLES, worker.thread) >= worker.spun.ran / 100 * 99);
    assert_true(total(times_of_ended(THREAD_TIMES, worker.thread)) > 0);
    worker_close(&worker);
}

TEST(an_ended_process_that_was_never_asked_has_what_it_used_on_windows)
{
    struct program child;
    ULONG64 before, cycles;

    if (is_wine()) SKIP_BECAUSE("Wine does not know what an ended process used");
    child_start(&child, 100);
    assert_int_equal(program_end(&child), 0);
    before = system_process_cycles(child.process);
    cycles = cycles_of(PROCESS_CYCLES, child.process);
    assert_cycles_counted(before, cycles, system_process_cycles(child.process));
    assert_true(total(times_of_ended(PROCESS_TIMES, child.process)) > 0);
    program_close(&child);
}
