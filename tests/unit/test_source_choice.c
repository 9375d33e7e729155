/* SPDX-License-Identifier: MIT */
/* Sources are probed for what works, once, and then cost no more than they must. */
#include "ask.h"

/* Calls of NT that a question makes. */
static ULONG calls_of(enum question question, HANDLE handle)
{
    ULONG before = fake_calls();

    assert_true_answer(question, handle);
    return fake_calls() - before;
}

static void choose_sources(void)
{
    assert_true_answer(THREAD_CYCLES, NT_CURRENT_THREAD);
    assert_true_answer(PROCESS_CYCLES, NT_CURRENT_PROCESS);
}

TEST_ON(windows_10, counter_costs_one_call_for_oneself)
{
    choose_sources();
    assert_int_equal(calls_of(THREAD_CYCLES, NT_CURRENT_THREAD), 1);
    assert_int_equal(calls_of(PROCESS_CYCLES, NT_CURRENT_PROCESS), 1);
}

TEST_ON(windows_10, counter_costs_two_calls_for_another)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    calls_of(THREAD_CYCLES, thread);
    calls_of(PROCESS_CYCLES, process);
    assert_int_equal(calls_of(THREAD_CYCLES, thread), 2);
    assert_int_equal(calls_of(PROCESS_CYCLES, process), 2);
}

TEST_ON_EVERY(times_cost_one_call_for_oneself)
{
    choose_sources();
    assert_int_equal(calls_of(THREAD_TIMES, NT_CURRENT_THREAD), 1);
    assert_int_equal(calls_of(PROCESS_TIMES, NT_CURRENT_PROCESS), 1);
}

/* Under Wine, the process's id and dates, the list of processes, and the clock before and after it. The clock stands still
   here, so that a list is not used again (test_process_list.c has that). */
static ULONG most_calls_for_another_process(void)
{
    return fake.machine->is_wine ? 5 : 2;
}

TEST_ON_EVERY(times_cost_few_calls_for_another)
{
    assert_int_equal(calls_of(THREAD_TIMES, fake_handle(FAKE_THREAD)), 2);
    assert_int_equal(calls_of(PROCESS_TIMES, fake_handle(FAKE_PROCESS)), most_calls_for_another_process());
}

TEST_ON_WINE_AND(windows_xp, cycles_from_times_cost_what_times_cost)
{
    choose_sources();
    assert_int_equal(calls_of(THREAD_CYCLES, NT_CURRENT_THREAD), 1);
    assert_int_equal(calls_of(PROCESS_CYCLES, NT_CURRENT_PROCESS), 1);
    assert_int_equal(calls_of(THREAD_CYCLES, fake_handle(FAKE_THREAD)), 2);
    assert_int_equal(calls_of(PROCESS_CYCLES, fake_handle(FAKE_PROCESS)), most_calls_for_another_process());
}

TEST_ON_WINE_AND(windows_xp, missing_counter_is_tried_once)
{
    int i;

    for (i = 0; i < 10; i++) {
        choose_sources();
        assert_true_answer(THREAD_CYCLES, fake_handle(FAKE_THREAD));
    }
    assert_int_equal(fake.count[CALL_THREAD_CYCLES], 1);
    assert_int_equal(fake.count[CALL_PROCESS_CYCLES], 1);
}

TEST_ON(windows_xp, question_stays_with_its_source)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct reply last;

    assert_true_answer(THREAD_CYCLES, NT_CURRENT_THREAD);
    last = true_answer(THREAD_CYCLES, thread);
    fake.machine = &windows_10;
    assert_answer(ask(THREAD_CYCLES, thread), last);
}

TEST_ON(windows_10, counter_that_says_zero_of_its_caller_is_none)
{
    struct fake_object *thread = fake.own_thread, *process = fake.own_process;

    thread->cycles = process->cycles = 0;
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are((thread->kernel + thread->user) * 250));
    assert_answer(ask(PROCESS_CYCLES, NT_CURRENT_PROCESS), cycles_are((process->kernel + process->user) * 250));
}

TEST_ON(windows_10, counter_that_fails_its_caller_is_none)
{
    struct fake_object *thread = fake.own_thread;

    fake.status[CALL_THREAD_CYCLES] = STATUS_INVALID_INFO_CLASS;
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are((thread->kernel + thread->user) * 250));
    fake.status[CALL_THREAD_CYCLES] = STATUS_SUCCESS;
    assert_int_equal(fake.count[CALL_THREAD_CYCLES], 1);
}

TEST_ON(windows_10, counter_of_threads_and_counter_of_processes_are_two_questions)
{
    struct fake_object *process = fake.own_process;

    fake.status[CALL_PROCESS_CYCLES] = STATUS_INVALID_INFO_CLASS;
    assert_answer(ask(PROCESS_CYCLES, NT_CURRENT_PROCESS), cycles_are((process->kernel + process->user) * 250));
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are(fake.own_thread->cycles));
}

TEST_ON_EVERY(bad_handle_at_first_does_not_spoil_the_choice)
{
    assert_fails(THREAD_CYCLES, NULL, ERROR_INVALID_HANDLE);
    assert_fails(PROCESS_CYCLES, NULL, ERROR_INVALID_HANDLE);
    choose_sources();
}
