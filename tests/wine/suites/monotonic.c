/* SPDX-License-Identifier: MIT */
/* Eight threads query themselves, each other, their process and a child. An answer must not be smaller than one that any
   thread got before the call began. */
#include "calls.h"
#include "functions.h"
#include "race.h"

enum { THREADS = 8, SUBJECTS = THREADS + 3, MS = 2000, MOST_MS = 60000 };

struct subject {
    HANDLE handle;
    BOOL is_thread;
    ULONG64 given[CALLS][OUTPUTS];  /* the largest that somebody has got */
    ULONG64 first_cycles;
};

static struct subject subjects[SUBJECTS];
static ULONG64 end, latest_end;
static LONG calls_made, steps_back, failures;

static void ask_once(struct subject *subject, HANDLE handle, enum which which)
{
    ULONG64 given[OUTPUTS];
    struct answer answer;
    unsigned i;

    for (i = 0; i < OUTPUTS; i++) given[i] = __atomic_load_n(&subject->given[which][i], __ATOMIC_ACQUIRE);
    answer = ask(which, handle);
    __atomic_fetch_add(&calls_made, 1, __ATOMIC_RELAXED);
    if (answer.done != TRUE || answer.error != POISON) {
        __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
        return;
    }
    for (i = 0; i < calls[which].outputs; i++) {
        if (answer.outputs[i] < given[i]) __atomic_fetch_add(&steps_back, 1, __ATOMIC_RELAXED);
        publish(&subject->given[which][i], answer.outputs[i]);
    }
}

static BOOL has_moved(const struct subject *subject)
{
    return __atomic_load_n(&subject->given[subject->is_thread ? THREAD_CYCLES : PROCESS_CYCLES][0], __ATOMIC_ACQUIRE)
           > subject->first_cycles;
}

/* On a busy machine a thread may not have run for a step of its times when the others have long done enough. */
static BOOL is_over(void)
{
    const ULONG64 now = tsc();
    unsigned i;

    if (now < end || now >= latest_end) return now >= end;
    for (i = 0; i < THREADS + 2; i++)
        if (!has_moved(&subjects[i])) return FALSE;
    return TRUE;
}

static DWORD WINAPI ask_all(void *argument)
{
    unsigned self = (unsigned)(ULONG_PTR)argument, i;
    enum which which;

    while (!is_over()) {
        for (which = 0; which < calls_here(); which++) {
            for (i = 0; i < SUBJECTS; i++)
                if (subjects[i].is_thread == calls[which].of_thread) ask_once(&subjects[i], subjects[i].handle, which);
            if (calls[which].of_thread) ask_once(&subjects[self], GetCurrentThread(), which);
        }
    }
    return 0;
}

TEST(eight_threads_never_get_a_smaller_answer_than_one_that_was_given)
{
    struct program child;
    unsigned i;

    child_start(&child, 50);
    end = tsc() + ticks_of_ms(MS);
    latest_end = tsc() + ticks_of_ms(MOST_MS);
    subjects[THREADS] = (struct subject){ .handle = GetCurrentProcess() };
    subjects[THREADS + 1] = (struct subject){ .handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE,
                                                                    GetCurrentProcessId()) };
    subjects[THREADS + 2] = (struct subject){ .handle = child.process };
    for (i = 0; i < THREADS; i++) {
        subjects[i].is_thread = TRUE;
        subjects[i].handle = CreateThread(NULL, 0, ask_all, (void *)(ULONG_PTR)i, CREATE_SUSPENDED, NULL);
        assert_non_null(subjects[i].handle);
    }
    for (i = 0; i < SUBJECTS; i++)
        subjects[i].first_cycles = cycles_of(subjects[i].is_thread ? THREAD_CYCLES : PROCESS_CYCLES, subjects[i].handle);
    for (i = 0; i < THREADS; i++) ResumeThread(subjects[i].handle);
    while (!is_over()) {  /* the child moves too */
        child_ask(&child);
        Sleep(1);
    }
    for (i = 0; i < THREADS; i++) WaitForSingleObject(subjects[i].handle, INFINITE);

    print_message("%ld calls\n", calls_made);
    assert_int_equal(failures, 0);
    assert_int_equal(steps_back, 0);
    for (i = 0; i < THREADS + 2; i++) assert_true(has_moved(&subjects[i]));  /* or there was nothing to see */
    for (i = 0; i < THREADS; i++) CloseHandle(subjects[i].handle);
    CloseHandle(subjects[THREADS + 1].handle);
    program_end_and_close(&child);
}
