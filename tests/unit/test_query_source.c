/* SPDX-License-Identifier: MIT */
/* Tests which source answers on which system, and the step of the answers while a faked time passes. */
#include "ask_processors.h"

#include <string.h>

#define QUESTION_COUNT ((CYCLETIME_QUESTION)(CYCLETIME_QUESTION_IDLE_STATES + 1))

#define MILLISECOND (FAKE_RATE / 1000)

static const CYCLETIME_SOURCE none = CYCLETIME_SOURCE_NONE, counters = CYCLETIME_SOURCE_NT_COUNTERS,
                              times = CYCLETIME_SOURCE_NT_TIMES;

#define for_each_cycletime_question(question) \
    for (CYCLETIME_QUESTION question = CYCLETIME_QUESTION_THREAD_CYCLES; question < QUESTION_COUNT; question++)

/* Thread cycles, process cycles, thread times, process times, idle cycles, system cycles, processor times, idle states. */
#define assert_sources(...) check_sources((const CYCLETIME_SOURCE[QUESTION_COUNT]){ __VA_ARGS__ })

static void check_sources(const CYCLETIME_SOURCE *expected)
{
    int round;

    for (round = 0; round < 2; round++)
        for_each_cycletime_question(question)
            if (source_of(question) != expected[question])
                fail_msg("question %d: source %d, not %d", question, source_of(question), expected[question]);
}

TEST_CASES(windows_counts,
           ON(windows_10, windows_counts), ON(windows_7, windows_counts), WITH(windows_10, 160, windows_counts))
{
    assert_sources(counters, counters, times, times, counters, counters, times, none);
}

TEST_ON(windows_vista, vista_counts_all_but_system_cycles)
{
    assert_sources(counters, counters, times, times, counters, times, times, none);
}

TEST_ON(windows_xp, xp_has_times)
{
    assert_sources(times, times, times, times, times, times, times, none);
}

TEST_ON_WINE(wine_has_times_but_for_system_cycles)
{
    assert_sources(times, times, times, times, times, none, times, none);
}

static void assert_bad(CYCLETIME_QUESTION question, CYCLETIME_SOURCE *source)
{
    ULONG64 step = UNTOUCHED;

    assert_refused(CycletimeQuerySource(question, source, &step), ERROR_INVALID_PARAMETER);
    assert_int_equal(step, UNTOUCHED);
}

TEST_ON_EVERY(bad_questions_and_no_place_to_go)
{
    static const LONG bad[] = { QUESTION_COUNT, QUESTION_COUNT + 1, -1, MAXLONG, MINLONG };
    CYCLETIME_SOURCE source = 99;
    size_t i;

    for (i = 0; i < ARRAYSIZE(bad); i++) assert_bad((CYCLETIME_QUESTION)bad[i], &source);
    assert_int_equal(source, 99);
    for_each_cycletime_question(question) assert_bad(question, NULL);
}

/* The counters move in each millisecond that passes, the times in every tenth. */
static struct passing {
    ULONG milliseconds;
    ULONG64 every;      /* milliseconds between two steps of the times; 0: they stand */
    ULONG64 growth;     /* of each step over the one before, in 100 ns */
    ULONG steps;
} passing;

static void move(ULONG64 time)
{
    ULONG i;

    fake.own_thread->user += time;
    fake.own_process->kernel += time;
    for (i = 0; i < fake_groups.processors; i++) {
        fake_groups.idle[i] += time;
        fake_groups.kernel[i] += time;
        fake_groups.dpc[i] += time;
    }
}

static void count(ULONG64 cycles)
{
    ULONG i;

    fake.own_thread->cycles += cycles;
    fake.own_process->cycles += cycles;
    for (i = 0; i < fake_groups.processors; i++) {
        fake_groups.idle_cycles[i] += cycles;
        fake_groups.system_cycles[i] += cycles;
    }
}

static ULONG64 time_passes(ULONG reading)
{
    if (reading % 2) return 0;
    passing.milliseconds++;
    if (passing.every) {
        count(MILLISECOND);
        if (passing.milliseconds % passing.every == 0) move(passing.every * 10000 + passing.growth * passing.steps++);
    }
    return MILLISECOND;
}

static ULONG64 step_of(CYCLETIME_QUESTION question)
{
    BYTE out[24];
    CYCLETIME_SOURCE source;
    ULONG64 step;

    memset(out, 0xcc, sizeof out);
    assert_done(CycletimeQuerySource(question, &source, (PVOID)(out + 3)));
    assert_int_equal(out[2] & out[11], 0xcc);
    memcpy(&step, out + 3, sizeof step);
    return step;
}

static void pass_time(ULONG64 every, ULONG64 growth)
{
    passing = (struct passing){ .every = every, .growth = growth };
    fake_processor.readings = 0;
    fake_processor.interruption = time_passes;
}

static ULONG64 true_step(CYCLETIME_QUESTION question)
{
    const CYCLETIME_SOURCE source = source_of(question);

    return source == none ? 0 : source == counters ? 1000000 : 10000000;
}

/* Kernel and idle move together, so GetSystemTimes' do as often, and all processors' at once. */
TEST_CASES(step_is_seen,
           ON_EVERY(step_is_seen), WITH(windows_10, 1, step_is_seen), WITH(windows_xp, 64, step_is_seen),
           WITH(wine_10, 64, step_is_seen))
{
    for_each_cycletime_question(question) {
        ULONG64 processors = question == CYCLETIME_QUESTION_PROCESSOR_TIMES ? fake_groups.processors : 1;
        pass_time(10, 0);
        assert_int_equal(step_of(question), true_step(question) * processors);
    }
}

TEST_ON_EVERY(smallest_of_several_steps_counts)
{
    pass_time(5, 100);
    assert_int_equal(step_of(CYCLETIME_QUESTION_THREAD_TIMES), 5000000);
}

TEST_ON_EVERY(eight_steps_are_enough)
{
    pass_time(2, 0);
    assert_int_equal(step_of(CYCLETIME_QUESTION_PROCESS_TIMES), 2000000);
    assert_in_range(passing.milliseconds, 16, 19);
}

TEST_ON_EVERY(nothing_that_moves_is_no_step)
{
    for_each_cycletime_question(question) {
        pass_time(0, 0);
        assert_int_equal(step_of(question), 0);
        if (source_of(question) != none) assert_in_range(passing.milliseconds, 100, 103);
        else assert_in_range(passing.milliseconds, 0, 1);
    }
}

TEST_ON_EVERY(only_who_asks_for_the_step_waits)
{
    pass_time(10, 0);
    for_each_cycletime_question(question) source_of(question);
    assert_int_equal(passing.milliseconds, 0);
}

TEST_ON_EVERY(without_a_clock_there_is_no_step)
{
    pass_time(10, 0);
    fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL;
    assert_int_equal(step_of(CYCLETIME_QUESTION_THREAD_TIMES), 0);
}

TEST_ON_EVERY(clock_that_stands_still_ends_the_waiting)
{
    fake_processor.direction = 0;
    fake_processor.step = 1 << 20;
    assert_int_equal(step_of(CYCLETIME_QUESTION_THREAD_TIMES), 0);
}

/* The counter is too slow to measure by: the steps are seen, but their length is unknown. */
TEST_ON_EVERY(cycles_without_a_rate_have_no_step)
{
    static const CYCLETIME_QUESTION cycles[] = { CYCLETIME_QUESTION_THREAD_CYCLES, CYCLETIME_QUESTION_PROCESS_CYCLES,
                                                 CYCLETIME_QUESTION_IDLE_CYCLES, CYCLETIME_QUESTION_SYSTEM_CYCLES };
    size_t i;

    fake_no_leaves();
    fake_processor.frequency = 1000;
    for (i = 0; i < ARRAYSIZE(cycles); i++) {
        pass_time(10, 0);
        assert_int_equal(step_of(cycles[i]), 0);
    }
}

TEST_ON_EVERY(answer_that_fails_has_no_step)
{
    pass_time(10, 0);
    fake.status[CALL_THREAD_TIMES] = STATUS_UNSUCCESSFUL;
    assert_int_equal(step_of(CYCLETIME_QUESTION_THREAD_TIMES), 0);
    assert_in_range(passing.milliseconds, 0, 1);
}

static ULONG64 thread_fails_in_between(ULONG reading)
{
    if (reading > 50) fake.status[CALL_THREAD_TIMES] = STATUS_UNSUCCESSFUL;
    return time_passes(reading);
}

TEST_ON_EVERY(answer_that_fails_in_between_has_no_step)
{
    pass_time(10, 0);
    fake_processor.interruption = thread_fails_in_between;
    assert_int_equal(step_of(CYCLETIME_QUESTION_THREAD_TIMES), 0);
}

TEST_ON_EVERY(failing_groups_and_allocations_have_no_step)
{
    assert_int_not_equal(source_of(CYCLETIME_QUESTION_IDLE_CYCLES), none);
    pass_time(10, 0);
    fake.status[CALL_GROUPS] = fake.status[CALL_BASIC] = STATUS_UNSUCCESSFUL;
    assert_int_equal(step_of(CYCLETIME_QUESTION_IDLE_CYCLES), 0);
    fake.status[CALL_GROUPS] = fake.status[CALL_BASIC] = STATUS_SUCCESS;
    fake.status[CALL_ALLOCATE] = STATUS_NO_MEMORY;
    assert_int_equal(step_of(CYCLETIME_QUESTION_IDLE_CYCLES), 0);
    assert_int_equal(fake.blocks, 0);
}

static CYCLETIME_ACCURACY accuracy_by(BOOL (WINAPI *function)(HANDLE, PULONG64))
{
    CYCLETIME_ACCURACY accuracy;

    SetLastError(POISON);
    accuracy = CycletimeQueryAccuracy(function);
    assert_int_equal(GetLastError(), POISON);
    return accuracy;
}

TEST_ON_TWO(windows_10, windows_vista, counted_cycles_are_exact)
{
    assert_int_equal(accuracy_by(QueryThreadCycleTime), CYCLETIME_ACCURACY_EXACT);
}

TEST_ON_WINE_AND(windows_xp, cycles_that_are_derived_from_times_move_in_steps)
{
    assert_int_equal(accuracy_by(QueryThreadCycleTime), CYCLETIME_ACCURACY_STEPS);
}

/* As a function of kernel32 that is hooked, and so returns the answers of another copy. */
static BOOL WINAPI returns_ours(HANDLE thread, PULONG64 cycles)
{
    return QueryThreadCycleTime(thread, cycles);
}

static BOOL WINAPI returns_more(HANDLE thread, PULONG64 cycles)
{
    const BOOL done = QueryThreadCycleTime(thread, cycles);

    *cycles += 1000000000;
    return done;
}

static BOOL WINAPI fails(HANDLE thread, PULONG64 cycles)
{
    SetLastError(ERROR_CALL_NOT_IMPLEMENTED);
    return FALSE;
}

TEST_ON_EVERY(function_that_returns_the_same_answers_is_as_exact)
{
    assert_int_equal(accuracy_by(returns_ours), accuracy_by(QueryThreadCycleTime));
}

TEST_ON_EVERY(function_with_other_answers_or_none_is_not_cycletimes)
{
    assert_int_equal(accuracy_by(returns_more), CYCLETIME_ACCURACY_NONE);
    assert_int_equal(accuracy_by(fails), CYCLETIME_ACCURACY_NONE);
    assert_int_equal(accuracy_by(NULL), CYCLETIME_ACCURACY_NONE);
}

TEST_ON_EVERY(answers_that_fail_have_no_accuracy)
{
    fake.status[CALL_THREAD_TIMES] = fake.status[CALL_THREAD_CYCLES] = STATUS_UNSUCCESSFUL;
    assert_int_equal(accuracy_by(QueryThreadCycleTime), CYCLETIME_ACCURACY_NONE);
}
