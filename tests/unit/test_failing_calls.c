/* SPDX-License-Identifier: MIT */
/* Every call of NT failing in every way. What is asked for an answer fails it; what is asked only to remember it does
   not. */
#include "ask.h"

#define NEEDS(call) (1u << (call))
#define for_each_call(call) for (enum fake_call call = CALL_THREAD_BASIC; call < CALLS; call++)

/* Of another thread or process that runs, and of a process that has ended. */
struct needs {
    ULONG running[QUESTIONS], ended_process;
};

static const ULONG ended = NEEDS(CALL_PROCESS_BASIC) | NEEDS(CALL_PROCESS_TIMES);
static const ULONG listed =
    NEEDS(CALL_PROCESS_BASIC) | NEEDS(CALL_PROCESS_TIMES) | NEEDS(CALL_PROCESS_LIST) | NEEDS(CALL_ALLOCATE);

static struct needs needs_here(void)
{
    const ULONG thread_times = NEEDS(CALL_THREAD_TIMES), process_times = NEEDS(CALL_PROCESS_TIMES);

    if (fake.machine == &windows_10)
        return (struct needs){ { NEEDS(CALL_THREAD_CYCLES), NEEDS(CALL_PROCESS_CYCLES), thread_times, process_times },
                               process_times };
    if (fake.machine == &windows_xp)
        return (struct needs){ { thread_times, process_times, thread_times, process_times }, process_times };
    return (struct needs){ { thread_times, listed, thread_times, listed }, ended };
}

static const struct {
    NTSTATUS status;
    DWORD error;
} failures[] = {
    { STATUS_UNSUCCESSFUL, ERROR_GEN_FAILURE },
    { STATUS_NOT_IMPLEMENTED, ERROR_INVALID_FUNCTION },
    { STATUS_INVALID_INFO_CLASS, ERROR_INVALID_PARAMETER },
    { STATUS_INFO_LENGTH_MISMATCH, ERROR_BAD_LENGTH },
    { STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { STATUS_INVALID_PARAMETER, ERROR_INVALID_PARAMETER },
    { STATUS_NO_MEMORY, ERROR_NOT_ENOUGH_MEMORY },
    { STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { STATUS_INSUFFICIENT_RESOURCES, ERROR_NO_SYSTEM_RESOURCES },
    { STATUS_NOT_SUPPORTED, ERROR_NOT_SUPPORTED },
    { STATUS_BUFFER_OVERFLOW, ERROR_MR_MID_NOT_FOUND },  /* a warning is no success */
};

static void choose_sources(void)
{
    for_each_question(question) assert_true_answer(question, pseudo_handle(question));
}

static void check_failing_call(enum question question, HANDLE handle, enum fake_call call, ULONG needed)
{
    size_t i;

    for (i = 0; i < ARRAYSIZE(failures); i++) {
        DWORD error = call == CALL_ALLOCATE ? ERROR_NOT_ENOUGH_MEMORY : failures[i].error;
        fake.status[call] = failures[i].status;
        if (needed & NEEDS(call)) assert_fails(question, handle, error);
        else assert_true_answer(question, handle);
        fake.status[call] = STATUS_SUCCESS;
        assert_int_equal(fake.blocks, 0);
    }
    assert_true_answer(question, handle);
}

TEST_ON_EVERY(first_question_about_another)
{
    struct needs needs = needs_here();

    choose_sources();
    for_each_question(question)
        for_each_call(call)
            check_failing_call(question, fake_handle(kind_of(question)), call, needs.running[question]);
}

TEST_ON_EVERY(later_question_about_another)
{
    struct needs needs = needs_here();

    for_each_question(question) {
        HANDLE handle = fake_handle(kind_of(question));
        assert_true_answer(question, handle);
        for_each_call(call) check_failing_call(question, handle, call, needs.running[question]);
    }
}

TEST_ON_EVERY(question_about_oneself)
{
    struct needs needs = needs_here();

    if (needs.running[PROCESS_TIMES] == listed)
        needs.running[PROCESS_CYCLES] = needs.running[PROCESS_TIMES] = NEEDS(CALL_PROCESS_TIMES);
    choose_sources();
    for_each_question(question)
        for_each_call(call)
            check_failing_call(question, pseudo_handle(question), call, needs.running[question]);
}

TEST_ON_EVERY(question_about_an_ended_process)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    ULONG needed = needs_here().ended_process;

    choose_sources();
    assert_true_answer(PROCESS_TIMES, process);
    fake_end(fake_object_of(process));
    for_each_call(call) check_failing_call(PROCESS_TIMES, process, call, needed);
}

TEST_ON_EVERY(failure_leaves_no_trace_in_later_answers)
{
    choose_sources();
    for_each_question(question) {
        HANDLE handle = fake_handle(kind_of(question));
        for_each_call(call) fake.status[call] = STATUS_INSUFFICIENT_RESOURCES;
        assert_fails(question, handle, ERROR_NO_SYSTEM_RESOURCES);
        for_each_call(call) fake.status[call] = STATUS_SUCCESS;
        assert_true_answer(question, handle);
    }
}
