/* SPDX-License-Identifier: MIT */
/* Handles and pointers that are not what they should be; every one as the first question and as a later one. */
#include "ask.h"

static void every_question_fails(HANDLE handle, DWORD error)
{
    for_each_question(question) {
        assert_fails(question, handle, error);
        assert_true_answer(question, pseudo_handle(question));
        assert_fails(question, handle, error);
    }
}

TEST_ON_EVERY(null_handle)
{
    every_question_fails(NULL, ERROR_INVALID_HANDLE);
}

TEST_ON_EVERY(handle_that_never_was)
{
    every_question_fails((HANDLE)0x7f000, ERROR_INVALID_HANDLE);
    every_question_fails((HANDLE)(LONG_PTR)-3, ERROR_INVALID_HANDLE);
}

TEST_ON_EVERY(closed_handle)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);

    for_each_question(question)
        assert_true_answer(question, is_about_threads(question) ? thread : process);
    fake_close(thread);
    fake_close(process);
    every_question_fails(thread, ERROR_INVALID_HANDLE);
    every_question_fails(process, ERROR_INVALID_HANDLE);
}

TEST_ON_EVERY(handle_of_an_event)
{
    every_question_fails(fake_open(fake_object(FAKE_EVENT), EVENT_ALL_ACCESS), ERROR_INVALID_HANDLE);
}

TEST_ON_EVERY(handle_of_the_other_kind)
{
    for_each_question(question) {
        enum fake_kind other = is_about_threads(question) ? FAKE_PROCESS : FAKE_THREAD;
        assert_fails(question, fake_handle(other), ERROR_INVALID_HANDLE);
        assert_fails(question, other == FAKE_PROCESS ? NT_CURRENT_PROCESS : NT_CURRENT_THREAD, ERROR_INVALID_HANDLE);
    }
}

TEST_ON_EVERY(handle_that_may_only_be_waited_for)
{
    for_each_question(question) {
        HANDLE weak = fake_open(fake_object(kind_of(question)), SYNCHRONIZE);
        assert_fails(question, weak, ERROR_ACCESS_DENIED);
        assert_true_answer(question, pseudo_handle(question));
        assert_fails(question, weak, ERROR_ACCESS_DENIED);
    }
}

static HANDLE limited_handle(enum question question)
{
    return fake_open(fake_object(kind_of(question)),
                     is_about_threads(question) ? THREAD_QUERY_LIMITED_INFORMATION : PROCESS_QUERY_LIMITED_INFORMATION);
}

TEST_ON_WINE_AND(windows_10, limited_right_suffices)
{
    for_each_question(question) assert_true_answer(question, limited_handle(question));
}

TEST_ON(windows_xp, limited_right_is_none_on_xp)
{
    for_each_question(question)
        assert_fails(question, limited_handle(question), ERROR_ACCESS_DENIED);
}

TEST_ON_EVERY(full_query_right_suffices)
{
    for_each_question(question)
        assert_true_answer(question, fake_open(fake_object(kind_of(question)), is_about_threads(question)
                                               ? THREAD_QUERY_INFORMATION : PROCESS_QUERY_INFORMATION));
}

TEST_ON_EVERY(cycles_without_a_place_to_go)
{
    assert_refused(QueryThreadCycleTime(NT_CURRENT_THREAD, NULL), ERROR_INVALID_PARAMETER);
    assert_refused(QueryProcessCycleTime(NT_CURRENT_PROCESS, NULL), ERROR_INVALID_PARAMETER);
    assert_refused(QueryThreadCycleTime(NULL, NULL), ERROR_INVALID_PARAMETER);
}

TEST_ON_EVERY(process_times_without_a_place_to_go)
{
    ULONG64 times[4], *places[4];
    int missing, i;

    for (missing = 0; missing < 4; missing++) {
        for (i = 0; i < 4; i++) {
            times[i] = UNTOUCHED;
            places[i] = i == missing ? NULL : &times[i];
        }
        assert_refused(GetProcessTimes(NT_CURRENT_PROCESS, (FILETIME *)places[0], (FILETIME *)places[1],
                                         (FILETIME *)places[2], (FILETIME *)places[3]), ERROR_INVALID_PARAMETER);
        for (i = 0; i < 4; i++) assert_int_equal(times[i], UNTOUCHED);
    }
}

TEST_ON_EVERY(thread_times_of_a_bad_handle_into_nothing)
{
    assert_refused(GetThreadTimes(NULL, NULL, NULL, NULL, NULL), ERROR_INVALID_HANDLE);
}

TEST_ON_EVERY(misaligned_outputs_are_filled)
{
    size_t offset;

    for_each_question(question) {
        HANDLE own = pseudo_handle(question);
        for (offset = 1; offset < 8; offset++)
            assert_answer(ask_at(question, own, offset), true_answer(question, own));
    }
}

TEST_ON_EVERY(misaligned_outputs_are_left_alone_on_failure)
{
    for_each_question(question)
        assert_answer(ask_at(question, NULL, 3), failed_with(ERROR_INVALID_HANDLE));
}
