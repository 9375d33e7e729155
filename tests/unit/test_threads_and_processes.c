/* SPDX-License-Identifier: MIT */
/* The cycles, times and dates of threads and processes, by every handle, while they run and after their end. */
#include "ask.h"

/* The own process is never taken for another. */
TEST_ON_EVERY(every_handle_has_the_answer_of_its_object)
{
    fake.own_process->user = fake.own_process->cycles = 1ull << 40;
    for_each_question(question) {
        const HANDLE another = fake_handle(kind_of(question));

        assert_true_answer(question, another);
        assert_true_answer(question, pseudo_handle(question));
        assert_true_answer(question, fake_open_fully(is_about_threads(question) ? fake.own_thread : fake.own_process));
        assert_true_answer(question, another);
    }
}

TEST_ON_EVERY(later_answers_follow_the_clock)
{
    for_each_question(question) {
        const HANDLE handle = fake_handle(kind_of(question));
        struct fake_object *const object = fake_object_of(handle);

        assert_true_answer(question, handle);
        object->cycles += 1;
        object->kernel += 1;
        assert_true_answer(question, handle);
        object->cycles += 1ull << 50;
        object->user += 1ull << 50;
        assert_true_answer(question, handle);
    }
}

TEST_ON_EVERY(thread_that_has_not_run_has_zero_cycles)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    object->cycles = object->kernel = object->user = 0;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(0));
}

TEST_ON_EVERY(what_runs_has_no_exit_time)
{
    assert_int_equal(ask(THREAD_TIMES, fake_handle(FAKE_THREAD)).exit, 0);
    assert_int_equal(ask(PROCESS_TIMES, fake_handle(FAKE_PROCESS)).exit, 0);
}

TEST_ON_TWO(windows_10, windows_xp, what_has_ended_is_still_reported)
{
    for_each_question(question) assert_true_answer(question, fake_ended(kind_of(question)));
}

/* Wine reports then what has the thread's Linux number, and the caller's own times for a process. */
static void be_wrong_about_ended_ones(void)
{
    fake.stale_kernel = fake.stale_user = 1ull << 40;
    fake.own_process->kernel = fake.own_process->user = 1ull << 40;
}

TEST_ON_WINE(what_has_ended_keeps_its_last_answers_and_has_its_exit_time)
{
    HANDLE handles[QUESTIONS];
    struct reply last[QUESTIONS];

    for_each_question(question) {
        handles[question] = fake_handle(kind_of(question));
        last[question] = ask(question, handles[question]);
        fake_end(fake_object_of(handles[question]));
        last[question].exit = is_about_cycles(question) ? UNTOUCHED : fake_object_of(handles[question])->exit;
        assert_answer(ask(question, handles[question]), last[question]);
    }
    be_wrong_about_ended_ones();
    for_each_question(question) assert_answer(ask(question, handles[question]), last[question]);
}

TEST_ON_WINE(ended_thread_known_from_its_cycles_keeps_its_times)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    assert_true_answer(THREAD_CYCLES, thread);
    fake_end(fake_object_of(thread));
    assert_true_answer(THREAD_TIMES, thread);
}

TEST_ON_WINE(what_has_ended_and_was_never_asked_has_true_dates_no_times_and_no_cycles)
{
    int round;

    for (round = 0; round < 2; round++) {
        for_each_question(question) {
            const HANDLE ended = fake_ended(kind_of(question));

            if (is_about_cycles(question)) assert_fails(question, ended, ERROR_NOT_SUPPORTED);
            else assert_answer(ask(question, ended), times_of(ended, 0, 0));
        }
        be_wrong_about_ended_ones();
    }
}

TEST_ON_WINE_AND(windows_xp, largest_sum_that_fits_is_exact_and_beyond_it_is_the_largest_count)
{
    const ULONG64 per_unit = FAKE_RATE / 10000000;
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    object->kernel = 1;
    object->user = ~0ull / per_unit - 1;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull / per_unit * per_unit));
    object->user++;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
    object->kernel = object->user = MAXLONGLONG;
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

TEST_ON_EVERY(times_keep_all_63_bits)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    fake_object_of(thread)->kernel = fake_object_of(thread)->user = MAXLONGLONG;
    fake_object_of(process)->kernel = fake_object_of(process)->user = MAXLONGLONG - 1;
    assert_true_answer(THREAD_TIMES, thread);
    assert_true_answer(PROCESS_TIMES, process);
    fake_object_of(process)->kernel++;
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_ON_EVERY(thread_times_skips_what_is_not_wanted)
{
    const ULONG64 expected[] = { fake.own_thread->creation, 0, fake.own_thread->kernel, fake.own_thread->user };
    ULONG64 times[4];
    FILETIME *wanted[4];
    int subset, i;

    for (subset = 0; subset < 16; subset++) {
        for (i = 0; i < 4; i++) {
            times[i] = UNTOUCHED;
            wanted[i] = subset >> i & 1 ? (FILETIME *)&times[i] : NULL;
        }
        assert_done(GetThreadTimes(NT_CURRENT_THREAD, wanted[0], wanted[1], wanted[2], wanted[3]));
        for (i = 0; i < 4; i++) assert_int_equal(times[i], wanted[i] ? expected[i] : UNTOUCHED);
    }
}
