/* SPDX-License-Identifier: MIT */
#include "plain_truth.h"

static void assert_true_answers(const struct outcome *outcome, const char *who, struct times before, struct times after)
{
    const ULONG64 ran = said(outcome, "", "ran").value / 100 * 99 - coarseness();
    const ULONG64 passed = said(outcome, "", "ended").value - said(outcome, "", "began").value;
    static const char *const cycles[] = { "thread-cycles", "process-cycles" },
                             *const times[] = { "thread-times", "process-times" };
    struct said answer;
    size_t i;

    for (i = 0; i < ARRAYSIZE(cycles); i++) {
        answer = said(outcome, who, cycles[i]);
        assert_int_equal(answer.done, TRUE);
        assert_int_equal(answer.error, 0);
        /* Above: what it did before it began to count was to start, which takes less than a second's work. */
        assert_in_range(answer.value, ran, passed / 100 * 101 + ticks_of_ms(1000));
        answer = said(outcome, who, times[i]);
        assert_int_equal(answer.done, TRUE);
        assert_int_equal(answer.error, 0);
        assert_in_range(ticks_of_100ns(answer.value), ran, passed / 100 * 101 + ticks_of_ms(1000));
    }
    answer = said(outcome, who, "other-times");
    assert_int_equal(answer.done, TRUE);
    /* A 32-bit Wine lists a process up to a step ahead of what it sees itself, of kernel and of user time. */
    assert_in_range(answer.value, total(before), total(after) + 2 * STEP);
}

void assert_correct_times_at(const WCHAR *path, const char *const who[])
{
    struct times before, after;
    const struct outcome *outcome;
    size_t i;

    while (total(system_process_times(GetCurrentProcess())) < 15000000) spin(ticks_of_ms(100));  /* unlike the program */
    before = system_process_times(GetCurrentProcess());
    outcome = plain_run_at(path, TRUE);
    after = system_process_times(GetCurrentProcess());
    for (i = 0; who[i]; i++) assert_true_answers(outcome, who[i], before, after);
}

void assert_fault_without_cycletime(const WCHAR *path, const char *who)
{
    const struct outcome *outcome;
    struct said cycles;

    if (!is_wine()) SKIP_BECAUSE("the fault is Wine's");
    outcome = plain_run_at(path, FALSE);
    cycles = said(outcome, who, "thread-cycles");
    if (cycles.done) SKIP_BECAUSE("this Wine has thread cycles of its own");
    assert_int_equal(cycles.error, ERROR_CALL_NOT_IMPLEMENTED);
    assert_int_equal(cycles.value, 0);
}

ULONG64 counter(void)
{
    LARGE_INTEGER now;

    QueryPerformanceCounter(&now);
    return now.QuadPart;
}

/* 1 % for the rate, which is measured apart; a step because Linux's idle time can go back by a little. */
void assert_idle(struct said answer, ULONG64 before, ULONG64 after)
{
    assert_int_equal(answer.done, TRUE);
    assert_int_equal(answer.error, 0);
    assert_in_range(answer.value, ticks_of_100ns(before - STEP) / 100 * 99, ticks_of_100ns(after + STEP) / 100 * 101);
}
