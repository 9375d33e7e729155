/* SPDX-License-Identifier: MIT */
/* As many threads and processes as are remembered, and more. */
#include "ask.h"

enum { REMEMBERED = 2048, WAYS = 8, APART = 4 * 256 };  /* ids that lie this far apart share a set of the table */

static HANDLE handles[2 * REMEMBERED];

static void open_threads(size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) handles[i] = fake_handle(FAKE_THREAD);
}

/* The answer stays though the clock goes back. */
static void assert_remembered(enum question question, HANDLE handle)
{
    struct reply last = true_answer(question, handle);

    fake_object_of(handle)->user--;
    fake_object_of(handle)->cycles--;
    assert_answer(ask(question, handle), last);
}

/* Asks about as many threads of one set of the table as it holds, once more about the first, and then about another one,
   which takes the place of the second. */
static void fill_one_set(enum question question)
{
    size_t i;

    open_threads(WAYS + 1);
    for (i = 0; i < WAYS + 1; i++) fake_object_of(handles[i])->id = 0x8000 + APART * (ULONG)i;
    for (i = 0; i < WAYS; i++) assert_true_answer(question, handles[i]);
    assert_true_answer(question, handles[0]);
    assert_true_answer(question, handles[WAYS]);
}

TEST_ON_EVERY(all_are_remembered_up_to_the_promised_number)
{
    size_t i;

    open_threads(REMEMBERED);
    for (i = 0; i < REMEMBERED; i++) assert_true_answer(THREAD_TIMES, handles[i]);
    for (i = 0; i < REMEMBERED; i++) assert_remembered(THREAD_TIMES, handles[i]);
}

TEST_ON_EVERY(answers_are_right_beyond_the_promised_number)
{
    enum question question;
    size_t round, i;

    open_threads(2 * REMEMBERED);
    for (round = 0; round < 3; round++)
        for (question = 0; question < QUESTIONS; question += 2)
            for (i = 0; i < 2 * REMEMBERED; i++) {
                fake_object_of(handles[i])->cycles++;
                fake_object_of(handles[i])->user++;
                assert_true_answer(question, handles[i]);
            }
}

TEST_ON_EVERY(the_longest_unasked_is_forgotten)
{
    size_t i;

    fill_one_set(THREAD_TIMES);
    for (i = 0; i <= WAYS; i++)
        if (i != 1) assert_remembered(THREAD_TIMES, handles[i]);
    fake_object_of(handles[1])->user--;
    assert_true_answer(THREAD_TIMES, handles[1]);
}

TEST_ON_EVERY(counted_cycles_count_as_asked)
{
    fill_one_set(THREAD_CYCLES);
    assert_remembered(THREAD_CYCLES, handles[0]);
}

TEST_ON_EVERY(the_own_process_is_never_forgotten)
{
    struct reply last;
    size_t i;

    last = true_answer(PROCESS_TIMES, NT_CURRENT_PROCESS);
    assert_answer(ask(PROCESS_TIMES, NT_CURRENT_PROCESS), last);
    for (i = 0; i < 2 * WAYS; i++) {
        handles[i] = fake_handle(FAKE_PROCESS);
        fake_object_of(handles[i])->id = fake.own_process->id + APART * (ULONG)(i + 1);
        assert_true_answer(PROCESS_TIMES, handles[i]);
    }
    fake.own_process->user--;
    assert_answer(ask(PROCESS_TIMES, NT_CURRENT_PROCESS), last);
}
