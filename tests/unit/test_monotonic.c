/* SPDX-License-Identifier: MIT */
/* Clocks that run back, and answers that do not. */
#include "ask.h"

#include <stdlib.h>

static void set_all(struct fake_object *object, ULONG64 cycles, ULONG64 kernel, ULONG64 user)
{
    object->cycles = cycles;
    object->kernel = kernel;
    object->user = user;
}

TEST_ON_EVERY(clock_that_runs_back_is_held)
{
    for_each_question(question) {
        HANDLE handle = fake_handle(kind_of(question));
        struct reply last;
        set_all(fake_object_of(handle), 100, 100, 200);
        last = ask(question, handle);
        assert_answer(last, true_answer(question, handle));
        set_all(fake_object_of(handle), 99, 99, 199);
        assert_answer(ask(question, handle), last);
        set_all(fake_object_of(handle), 0, 0, 0);
        assert_answer(ask(question, handle), last);
        set_all(fake_object_of(handle), 101, 101, 201);
        assert_true_answer(question, handle);
    }
}

TEST_ON_EVERY(own_clock_that_runs_back_is_held)
{
    for_each_question(question) {
        struct fake_object *object = fake_object_of(pseudo_handle(question));
        struct reply last;
        set_all(object, 100, 100, 200);
        last = ask(question, pseudo_handle(question));
        assert_answer(last, true_answer(question, pseudo_handle(question)));
        set_all(object, 1, 1, 2);
        assert_answer(ask(question, pseudo_handle(question)), last);
    }
}

TEST_ON_EVERY(clock_that_stood_near_the_end_is_held)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    set_all(fake_object_of(thread), ~0ull, MAXLONGLONG, MAXLONGLONG);
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
    assert_true_answer(THREAD_TIMES, thread);
    set_all(fake_object_of(thread), 1ull << 63, 1, MAXLONGLONG);
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(~0ull));
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, MAXLONGLONG, MAXLONGLONG));
}

TEST_ON_EVERY(split_that_shifts_leaves_the_total_and_both_parts)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    set_all(object, 0, 100, 0);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 100, 0));
    set_all(object, 0, 0, 100);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 100, 0));
    set_all(object, 0, 50, 60);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 100, 10));
    set_all(object, 0, 200, 5);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 195, 10));
    set_all(object, 0, 200, 30);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 200, 30));
}

TEST_ON_EVERY(any_walk_of_the_clock_gives_answers_that_only_rise)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    struct fake_object *object = fake_object_of(process);
    struct reply last = times_are(0, 0, 0, 0), now;
    ULONG64 largest = 0;
    int i;

    srandom(7);
    for (i = 0; i < 20000; i++) {
        set_all(object, 0, i + random() % 500, i + random() % 500);
        if (object->kernel + object->user > largest) largest = object->kernel + object->user;
        now = ask(PROCESS_TIMES, process);
        assert_true(now.kernel >= last.kernel && now.user >= last.user);
        assert_int_equal(now.kernel + now.user, largest);
        last = now;
    }
}

TEST_ON(windows_10, cycles_and_times_of_one_subject_are_held_apart)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(thread);

    set_all(object, 1000, 10, 20);
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(1000));
    set_all(object, 900, 5, 6);
    assert_true_answer(THREAD_TIMES, thread);
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(1000));
    set_all(object, 1100, 1, 1);
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 5, 6));
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(1100));
}

TEST_ON_EVERY(answer_by_one_handle_holds_for_another)
{
    for_each_question(question) {
        struct fake_object *object = fake_object_of(pseudo_handle(question));
        struct reply last = ask(question, fake_open_fully(object));
        set_all(object, 1, 1, 1);
        assert_answer(ask(question, fake_open_fully(object)), last);
        assert_answer(ask(question, pseudo_handle(question)), last);
    }
}

TEST_ON_EVERY(thread_and_process_of_one_id_are_two)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    fake_object_of(process)->id = fake_object_of(thread)->id;
    fake_object_of(process)->creation = fake_object_of(thread)->creation;
    set_all(fake_object_of(thread), 1000, 100, 100);
    set_all(fake_object_of(process), 5, 5, 5);
    assert_true_answer(THREAD_TIMES, thread);
    assert_true_answer(PROCESS_TIMES, process);
    assert_true_answer(THREAD_CYCLES, thread);
    assert_true_answer(PROCESS_CYCLES, process);
}

TEST_ON_EVERY(subjects_of_unknown_identity_are_answered_as_they_are)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    assert_true_answer(THREAD_TIMES, NT_CURRENT_THREAD);
    fake.status[CALL_THREAD_BASIC] = STATUS_UNSUCCESSFUL;
    set_all(fake_object_of(thread), 100, 100, 100);
    assert_true_answer(THREAD_TIMES, thread);
    set_all(fake_object_of(thread), 50, 50, 50);
    assert_true_answer(THREAD_TIMES, thread);
}
