/* SPDX-License-Identifier: MIT */
/* Tests the kernel and user times of threads and processes, and their dates. */
#include "ask.h"

#define assert_true_times(thread, process) do { \
    assert_true_answer(THREAD_TIMES, thread); \
    assert_true_answer(PROCESS_TIMES, process); \
} while (0)

TEST_ON_EVERY(own_by_pseudo_handle)
{
    assert_true_times(NT_CURRENT_THREAD, NT_CURRENT_PROCESS);
}

TEST_ON_EVERY(own_by_real_handle)
{
    assert_true_times(fake_open_fully(fake.own_thread), fake_open_fully(fake.own_process));
}

TEST_ON_EVERY(another_thread)
{
    assert_true_answer(THREAD_TIMES, fake_handle(FAKE_THREAD));
}

TEST_ON_EVERY(another_process)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    fake.own_process->user = 1ull << 40;
    assert_true_answer(PROCESS_TIMES, process);
    assert_true_answer(PROCESS_TIMES, NT_CURRENT_PROCESS);
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_ON_EVERY(later_answers_follow_the_clock)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    assert_true_times(thread, process);
    fake_object_of(thread)->kernel += 3;
    fake_object_of(thread)->user += 5;
    fake_object_of(process)->kernel += 7;
    fake_object_of(process)->user += 1ull << 50;
    assert_true_times(thread, process);
}

TEST_ON_EVERY(what_runs_has_no_exit_time)
{
    assert_int_equal(ask(THREAD_TIMES, fake_handle(FAKE_THREAD)).exit, 0);
    assert_int_equal(ask(PROCESS_TIMES, fake_handle(FAKE_PROCESS)).exit, 0);
}

TEST_ON_TWO(windows_10, windows_xp, ended_and_still_reported)
{
    assert_true_times(fake_ended(FAKE_THREAD), fake_ended(FAKE_PROCESS));
}

TEST_ON_WINE(ended_thread_keeps_its_last_times_and_has_its_exit_time)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    assert_true_answer(THREAD_TIMES, thread);
    fake_end(fake_object_of(thread));
    assert_true_answer(THREAD_TIMES, thread);
    fake.stale_kernel = fake.stale_user = 1ull << 40;
    assert_true_answer(THREAD_TIMES, thread);
}

TEST_ON_WINE(ended_process_keeps_its_last_times_and_has_its_exit_time)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    assert_true_answer(PROCESS_TIMES, process);
    fake_end(fake_object_of(process));
    fake.own_process->kernel = fake.own_process->user = 1ull << 40;
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_ON_WINE(ended_thread_known_from_its_cycles_keeps_its_times)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    assert_true_answer(THREAD_CYCLES, thread);
    fake_end(fake_object_of(thread));
    assert_true_answer(THREAD_TIMES, thread);
}

static void assert_dates_and_no_times(enum question question, HANDLE ended)
{
    assert_answer(ask(question, ended), times_of(ended, 0, 0));
}

TEST_ON_WINE(ended_thread_never_asked_has_true_dates_and_no_times)
{
    assert_dates_and_no_times(THREAD_TIMES, fake_ended(FAKE_THREAD));
}

TEST_ON_WINE(ended_thread_is_not_given_the_times_of_its_linux_numbers_heir)
{
    fake.stale_kernel = 400;
    fake.stale_user = 50000;
    assert_dates_and_no_times(THREAD_TIMES, fake_ended(FAKE_THREAD));
}

TEST_ON_WINE(ended_process_never_asked_is_not_given_the_callers_times)
{
    assert_dates_and_no_times(PROCESS_TIMES, fake_ended(FAKE_PROCESS));
}

TEST_ON_EVERY(times_keep_all_63_bits)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    fake_object_of(thread)->kernel = fake_object_of(thread)->user = MAXLONGLONG;
    fake_object_of(process)->kernel = fake_object_of(process)->user = MAXLONGLONG - 1;
    assert_true_times(thread, process);
    fake_object_of(process)->kernel++;
    assert_true_times(thread, process);
}

static ULONG64 value_of(const FILETIME *time)
{
    return (ULONG64)time->dwHighDateTime << 32 | time->dwLowDateTime;
}

TEST_ON_EVERY(thread_times_skips_what_is_not_wanted)
{
    const FILETIME sentinel = { 0xcccccccc, 0xcccccccc };
    const ULONG64 expected[] = { fake.own_thread->creation, 0, fake.own_thread->kernel, fake.own_thread->user };
    FILETIME times[4], *wanted[4];
    int subset, i;

    for (subset = 0; subset < 16; subset++) {
        for (i = 0; i < 4; i++) {
            times[i] = sentinel;
            wanted[i] = subset >> i & 1 ? &times[i] : NULL;
        }
        assert_done(GetThreadTimes(NT_CURRENT_THREAD, wanted[0], wanted[1], wanted[2], wanted[3]));
        for (i = 0; i < 4; i++) assert_int_equal(value_of(&times[i]), wanted[i] ? expected[i] : UNTOUCHED);
    }
}
