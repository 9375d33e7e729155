/* SPDX-License-Identifier: MIT */
/* An id names one thread or process after another; the creation time distinguishes them. */
#include "ask.h"

/* A new subject with the id of the one before, created LATER by so many units. */
static HANDLE heir_of(HANDLE before, LONGLONG later, ULONG64 time)
{
    struct fake_object *old = fake_object_of(before), *new = fake_object(old->kind);

    fake_end(old);
    fake_close(before);
    new->id = old->id;
    new->creation = old->creation + later;
    new->cycles = new->kernel = new->user = time;
    return fake_open_fully(new);
}

static HANDLE first_bearer(enum question question, ULONG64 time)
{
    HANDLE handle = fake_handle(kind_of(question));
    struct fake_object *object = fake_object_of(handle);

    object->cycles = object->kernel = object->user = time;
    assert_true_answer(question, handle);
    return handle;
}

TEST_ON_EVERY(reused_id_starts_anew)
{
    for_each_question(question) {
        HANDLE heir = heir_of(first_bearer(question, 1000), 900, 10);
        assert_true_answer(question, heir);
        assert_true_answer(question, heir);
        heir = heir_of(heir, 1, 9);
        assert_true_answer(question, heir);
        heir = heir_of(heir, 1, 0);
        assert_true_answer(question, heir);
    }
}

TEST_ON_EVERY(reused_id_starts_anew_after_the_system_clock_was_set_back)
{
    for_each_question(question) {
        HANDLE heir = heir_of(first_bearer(question, 1000), -900, 10);
        assert_true_answer(question, heir);
        assert_true_answer(question, heir);
    }
}

TEST_ON_EVERY(heir_is_held_too)
{
    for_each_question(question) {
        HANDLE heir = heir_of(first_bearer(question, 1000), 900, 10);
        struct reply last = ask(question, heir);
        fake_object_of(heir)->cycles = fake_object_of(heir)->kernel = 9;
        assert_answer(ask(question, heir), last);
    }
}

TEST_ON_WINE(heir_of_an_ended_one_has_nothing_of_it)
{
    HANDLE heir = heir_of(first_bearer(THREAD_CYCLES, 1000), 900, 10);
    struct fake_object *object = fake_object_of(heir);

    fake_end(object);
    assert_fails(THREAD_CYCLES, heir, ERROR_NOT_SUPPORTED);
    assert_answer(ask(THREAD_TIMES, heir), times_of(heir, 0, 0));
}
