/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime, alone and under the launcher. */
#include "plain_run.h"

static void assert_true_answers(const struct outcome *outcome, const char *who, struct times before, struct times after)
{
    const ULONG64 ran = said(outcome, "", "ran").value / 100 * 99 - coarseness();
    const ULONG64 passed = said(outcome, "", "ended").value - said(outcome, "", "began").value;
    static const char *const cycles[] = { "thread-cycles", "process-cycles" }, *const times[] = { "thread-times", "process-times" };
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

static void assert_launched_program_is_told_the_truth(const WCHAR *program, const char *const who[], size_t count)
{
    struct times before, after;
    struct outcome outcome;
    size_t i;

    while (total(system_process_times(GetCurrentProcess())) < 15000000) spin(ticks_of_ms(100));  /* unlike the program */
    before = system_process_times(GetCurrentProcess());
    plain_run(program, TRUE, &outcome);
    after = system_process_times(GetCurrentProcess());
    for (i = 0; i < count; i++) assert_true_answers(&outcome, who[i], before, after);
    outcome_free(&outcome);
}

static void a_program_that_imports_the_functions_is_told_the_truth_under_the_launcher(void **state)
{
    static const char *const who[] = { "import" };

    (void)state;
    assert_launched_program_is_told_the_truth(L"plain_import.exe", who, ARRAYSIZE(who));
}

static void a_program_that_looks_the_functions_up_is_told_the_truth_under_the_launcher(void **state)
{
    static const char *const who[] = { "kernel32", "kernelbase" };

    (void)state;
    assert_launched_program_is_told_the_truth(L"plain_lookup.exe", who, ARRAYSIZE(who));
}

/* What the launcher is good for, and that the programs show a difference. */
static void assert_fault_alone(const WCHAR *program, const char *who)
{
    struct outcome outcome;
    struct said cycles;

    if (!is_wine()) SKIP_BECAUSE("the fault is Wine's");
    plain_run(program, FALSE, &outcome);
    cycles = said(&outcome, who, "thread-cycles");
    outcome_free(&outcome);
    if (cycles.done) SKIP_BECAUSE("this Wine has thread cycles of its own");
    assert_int_equal(cycles.error, ERROR_CALL_NOT_IMPLEMENTED);
    assert_int_equal(cycles.value, 0);
}

static void the_program_that_imports_the_functions_meets_the_systems_fault_alone(void **state)
{
    (void)state;
    assert_fault_alone(L"plain_import.exe", "import");
}

static void the_program_that_looks_the_functions_up_meets_the_systems_fault_alone(void **state)
{
    (void)state;
    assert_fault_alone(L"plain_lookup.exe", "kernel32");
    assert_fault_alone(L"plain_lookup.exe", "kernelbase");
}

int drop_in_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_imports_the_functions_is_told_the_truth_under_the_launcher),
        cmocka_unit_test(a_program_that_looks_the_functions_up_is_told_the_truth_under_the_launcher),
        cmocka_unit_test(the_program_that_imports_the_functions_meets_the_systems_fault_alone),
        cmocka_unit_test(the_program_that_looks_the_functions_up_meets_the_systems_fault_alone),
    };

    return cmocka_run_group_tests_name("drop-in", tests, NULL, NULL);
}
