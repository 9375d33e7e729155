/* SPDX-License-Identifier: MIT */
/* Tests the cycles of threads and processes, and their source. */
#include "ask.h"

/* Each row is a test: the cycles of the handle are the correct ones. */
#define CORRECT(name, question, handle) TEST_ON_EVERY(name) { assert_true_answer(question, handle); }
CORRECT(own_thread_by_pseudo_handle, THREAD_CYCLES, NT_CURRENT_THREAD)
CORRECT(own_thread_by_real_handle, THREAD_CYCLES, fake_open_fully(fake.own_thread))
CORRECT(another_thread, THREAD_CYCLES, fake_handle(FAKE_THREAD))
CORRECT(own_process_by_pseudo_handle, PROCESS_CYCLES, NT_CURRENT_PROCESS)
CORRECT(own_process_by_real_handle, PROCESS_CYCLES, fake_open_fully(fake.own_process))
CORRECT(another_process, PROCESS_CYCLES, fake_handle(FAKE_PROCESS))

TEST_ON_EVERY(later_answers_follow_the_clock)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    assert_true_answer(THREAD_CYCLES, thread);
    object->cycles += 1;
    object->kernel += 1;
    assert_true_answer(THREAD_CYCLES, thread);
    object->cycles += 1000000;
    object->user += 1000000;
    assert_true_answer(THREAD_CYCLES, thread);
}

TEST_ON_EVERY(thread_that_has_not_run_has_zero_cycles)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    object->cycles = object->kernel = object->user = 0;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(0));
}

TEST_ON_TWO(windows_10, windows_xp, ended_thread_that_the_system_still_reports)
{
    assert_true_answer(THREAD_CYCLES, fake_ended(FAKE_THREAD));
}

TEST_ON_TWO(windows_10, windows_xp, ended_process_that_the_system_still_reports)
{
    assert_true_answer(PROCESS_CYCLES, fake_ended(FAKE_PROCESS));
}

TEST_ON_WINE(ended_thread_keeps_its_last_times)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct reply last = ask(THREAD_CYCLES, thread);

    fake_end(fake_object_of(thread));
    assert_answer(ask(THREAD_CYCLES, thread), last);
    fake.stale_user = 1ull << 40;
    assert_answer(ask(THREAD_CYCLES, thread), last);
}

TEST_ON_WINE(ended_process_keeps_its_last_times)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    struct reply last = ask(PROCESS_CYCLES, process);

    fake_end(fake_object_of(process));
    fake.own_process->user += 1ull << 40;
    assert_answer(ask(PROCESS_CYCLES, process), last);
}

TEST_ON_WINE(ended_and_never_asked_is_not_known)
{
    HANDLE thread = fake_ended(FAKE_THREAD), process = fake_ended(FAKE_PROCESS);

    assert_fails(THREAD_CYCLES, thread, ERROR_NOT_SUPPORTED);
    assert_fails(PROCESS_CYCLES, process, ERROR_NOT_SUPPORTED);
    fake.stale_kernel = 5000;
    assert_fails(THREAD_CYCLES, thread, ERROR_NOT_SUPPORTED);
    assert_fails(PROCESS_CYCLES, process, ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(own_process_is_never_taken_for_another)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    fake.own_process->user = fake.own_process->cycles = 1ull << 40;
    assert_true_answer(PROCESS_CYCLES, process);
    assert_true_answer(PROCESS_CYCLES, NT_CURRENT_PROCESS);
    assert_true_answer(PROCESS_CYCLES, process);
}

TEST_ON_WINE_AND(windows_xp, sums_beyond_64_bits_are_the_largest_count)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    object->kernel = object->user = MAXLONGLONG;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
}

TEST_ON_WINE_AND(windows_xp, largest_sum_that_fits_is_exact)
{
    const ULONG64 per_unit = FAKE_RATE / 10000000;
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    object->kernel = 1;
    object->user = ~0ull / per_unit - 1;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull / per_unit * per_unit));
    object->user++;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
}

TEST_ON(windows_10, counters_keep_all_64_bits)
{
    static const ULONG64 values[] = { MAXLONGLONG, 1ull << 63, (1ull << 63) + 1, ~0ull - 1, ~0ull };
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);
    size_t i;

    for (i = 0; i < ARRAYSIZE(values); i++) {
        fake_object_of(thread)->cycles = fake_object_of(process)->cycles = values[i];
        assert_answer(ask(THREAD_CYCLES, thread), cycles_are(values[i]));
        assert_answer(ask(PROCESS_CYCLES, process), cycles_are(values[i]));
    }
}
