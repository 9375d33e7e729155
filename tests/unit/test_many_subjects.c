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

TEST_ON_EVERY(all_are_remembered_up_to_the_promised_number)
{
    struct reply last;
    size_t i;

    open_threads(REMEMBERED);
    for (i = 0; i < REMEMBERED; i++) assert_true_answer(THREAD_TIMES, handles[i]);
    for (i = 0; i < REMEMBERED; i++) {
        last = true_answer(THREAD_TIMES, handles[i]);
        fake_object_of(handles[i])->user = 0;
        assert_answer(ask(THREAD_TIMES, handles[i]), last);
    }
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
    struct reply last;
    size_t i;

    open_threads(WAYS + 1);
    for (i = 0; i < WAYS + 1; i++) fake_object_of(handles[i])->id = 0x8000 + APART * (ULONG)i;
    for (i = 0; i < WAYS; i++) assert_true_answer(THREAD_TIMES, handles[i]);
    assert_true_answer(THREAD_TIMES, handles[0]);
    assert_true_answer(THREAD_TIMES, handles[WAYS]);  /* takes the place of handles[1] */

    for (i = 0; i <= WAYS; i++) {
        if (i == 1) continue;
        last = true_answer(THREAD_TIMES, handles[i]);
        fake_object_of(handles[i])->user--;
        assert_answer(ask(THREAD_TIMES, handles[i]), last);
    }
    fake_object_of(handles[1])->user--;
    assert_true_answer(THREAD_TIMES, handles[1]);
}

TEST_ON_EVERY(counted_cycles_count_as_asked)
{
    struct reply last;
    size_t i;

    open_threads(WAYS + 1);
    for (i = 0; i < WAYS + 1; i++) fake_object_of(handles[i])->id = 0x8000 + APART * (ULONG)i;
    for (i = 0; i < WAYS; i++) assert_true_answer(THREAD_CYCLES, handles[i]);
    assert_true_answer(THREAD_CYCLES, handles[0]);
    assert_true_answer(THREAD_CYCLES, handles[WAYS]);

    last = true_answer(THREAD_CYCLES, handles[0]);
    fake_object_of(handles[0])->cycles--;
    assert_answer(ask(THREAD_CYCLES, handles[0]), last);
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
