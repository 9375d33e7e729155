/* SPDX-License-Identifier: MIT */
/* Tests the cycles of threads and processes, and their source. */
#include "ask.h"

static void own_thread_by_pseudo_handle(void **state)
{
    (void)state;
    assert_true_answer(THREAD_CYCLES, NT_CURRENT_THREAD);
}

static void own_thread_by_real_handle(void **state)
{
    (void)state;
    assert_true_answer(THREAD_CYCLES, fake_open_fully(fake.own_thread));
}

static void another_thread(void **state)
{
    (void)state;
    assert_true_answer(THREAD_CYCLES, fake_handle(FAKE_THREAD));
}

static void own_process_by_pseudo_handle(void **state)
{
    (void)state;
    assert_true_answer(PROCESS_CYCLES, NT_CURRENT_PROCESS);
}

static void own_process_by_real_handle(void **state)
{
    (void)state;
    assert_true_answer(PROCESS_CYCLES, fake_open_fully(fake.own_process));
}

static void another_process(void **state)
{
    (void)state;
    assert_true_answer(PROCESS_CYCLES, fake_handle(FAKE_PROCESS));
}

static void later_answers_follow_the_clock(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    (void)state;
    assert_true_answer(THREAD_CYCLES, thread);
    object->cycles += 1;
    object->kernel += 1;
    assert_true_answer(THREAD_CYCLES, thread);
    object->cycles += 1000000;
    object->user += 1000000;
    assert_true_answer(THREAD_CYCLES, thread);
}

static void thread_that_has_not_run_has_zero_cycles(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    (void)state;
    object->cycles = object->kernel = object->user = 0;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(0));
}

static void ended_thread_that_the_system_still_reports(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    (void)state;
    fake_end(fake_object_of(thread));
    assert_true_answer(THREAD_CYCLES, thread);
}

static void ended_process_that_the_system_still_reports(void **state)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    (void)state;
    fake_end(fake_object_of(process));
    assert_true_answer(PROCESS_CYCLES, process);
}

static void ended_thread_keeps_its_last_times(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct reply last = ask(THREAD_CYCLES, thread);

    (void)state;
    fake_end(fake_object_of(thread));
    assert_answer(ask(THREAD_CYCLES, thread), last);
    fake.stale_user = 1ull << 40;
    assert_answer(ask(THREAD_CYCLES, thread), last);
}

static void ended_process_keeps_its_last_times(void **state)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    struct reply last = ask(PROCESS_CYCLES, process);

    (void)state;
    fake_end(fake_object_of(process));
    fake.own_process->user += 1ull << 40;
    assert_answer(ask(PROCESS_CYCLES, process), last);
}

static void ended_and_never_asked_is_not_known(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    (void)state;
    fake_end(fake_object_of(thread));
    fake_end(fake_object_of(process));
    assert_fails(THREAD_CYCLES, thread, ERROR_NOT_SUPPORTED);
    assert_fails(PROCESS_CYCLES, process, ERROR_NOT_SUPPORTED);
    fake.stale_kernel = 5000;
    assert_fails(THREAD_CYCLES, thread, ERROR_NOT_SUPPORTED);
    assert_fails(PROCESS_CYCLES, process, ERROR_NOT_SUPPORTED);
}

static void own_process_is_never_taken_for_another(void **state)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    (void)state;
    fake.own_process->user = fake.own_process->cycles = 1ull << 40;
    assert_true_answer(PROCESS_CYCLES, process);
    assert_true_answer(PROCESS_CYCLES, NT_CURRENT_PROCESS);
    assert_true_answer(PROCESS_CYCLES, process);
}

static void sums_beyond_64_bits_are_the_largest_count(void **state)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    (void)state;
    object->kernel = object->user = MAXLONGLONG;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
}

static void largest_sum_that_fits_is_exact(void **state)
{
    const ULONG64 per_unit = FAKE_RATE / 10000000;
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    (void)state;
    object->kernel = 1;
    object->user = ~0ull / per_unit - 1;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull / per_unit * per_unit));
    object->user++;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
}

static void counters_keep_all_64_bits(void **state)
{
    static const ULONG64 values[] = { MAXLONGLONG, 1ull << 63, (1ull << 63) + 1, ~0ull - 1, ~0ull };
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);
    size_t i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(values); i++) {
        fake_object_of(thread)->cycles = fake_object_of(process)->cycles = values[i];
        assert_answer(ask(THREAD_CYCLES, thread), cycles_are(values[i]));
        assert_answer(ask(PROCESS_CYCLES, process), cycles_are(values[i]));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        ON_EVERY(own_thread_by_pseudo_handle),
        ON_EVERY(own_thread_by_real_handle),
        ON_EVERY(another_thread),
        ON_EVERY(own_process_by_pseudo_handle),
        ON_EVERY(own_process_by_real_handle),
        ON_EVERY(another_process),
        ON_EVERY(own_process_is_never_taken_for_another),
        ON_EVERY(later_answers_follow_the_clock),
        ON_EVERY(thread_that_has_not_run_has_zero_cycles),
        ON(windows_10, ended_thread_that_the_system_still_reports),
        ON(windows_xp, ended_thread_that_the_system_still_reports),
        ON(windows_10, ended_process_that_the_system_still_reports),
        ON(windows_xp, ended_process_that_the_system_still_reports),
        ON_WINE(ended_thread_keeps_its_last_times),
        ON_WINE(ended_process_keeps_its_last_times),
        ON_WINE(ended_and_never_asked_is_not_known),
        ON(windows_xp, sums_beyond_64_bits_are_the_largest_count),
        ON_WINE(sums_beyond_64_bits_are_the_largest_count),
        ON(windows_xp, largest_sum_that_fits_is_exact),
        ON_WINE(largest_sum_that_fits_is_exact),
        ON(windows_10, counters_keep_all_64_bits),
    };

    return RUN_APART(tests);
}
