/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"
#include "processor_times.h"

static CYCLETIME_SOURCE source_of(CYCLETIME_QUESTION question, ULONG64 *step)
{
    CYCLETIME_SOURCE source = (CYCLETIME_SOURCE)0xcccccccc;

    assert_succeeds(CycletimeQuerySource(question, &source, step));
    return source;
}

static BOOL counts_cycles_of_processors(ULONG class)
{
    ULONG64 cycles[GROUP_PROCESSORS] = { 0 };
    ULONG length = 0;
    USHORT group = 0;
    LONG status = system_ask_processors_of(class, &group, cycles, GetActiveProcessorCount(0) * sizeof *cycles, &length);

    return status >= 0 && cycles[0];
}

static BOOL counts_idle_cycles(void)
{
    return counts_cycles_of_processors(83);
}

static BOOL counts_system_cycles(void)
{
    return counts_cycles_of_processors(108);
}

/* Class 0x2A, SystemProcessorIdleInformation: the idle time is the first member (phnt). */
static BOOL counts_idle_states(void)
{
    ULONG64 idle[GROUP_PROCESSORS][6] = { { 0 } };
    ULONG length = 0;
    USHORT group = 0;
    LONG status = system_ask_processors_of(0x2a, &group, idle, GetActiveProcessorCount(0) * sizeof *idle, &length);

    return status >= 0 && length == GetActiveProcessorCount(0) * sizeof *idle && idle[0][0];
}

static CYCLETIME_SOURCE own(CYCLETIME_SOURCE without_unixlib)
{
    return with_unixlib() ? CYCLETIME_SOURCE_UNIXLIB : without_unixlib;
}

static BOOL linux_has_idle_states(void)
{
    const WCHAR *name = L"\\\\?\\unix\\sys\\devices\\system\\cpu\\cpu0\\cpuidle\\state0\\name";

    return GetFileAttributesW(name) != INVALID_FILE_ATTRIBUTES;
}

static CYCLETIME_SOURCE counters_if(BOOL counted)
{
    return counted ? CYCLETIME_SOURCE_NT_COUNTERS : CYCLETIME_SOURCE_NT_TIMES;
}

TEST(each_question_has_its_source_under_wine)
{
    if (!is_wine()) SKIP_BECAUSE("Windows has other sources");
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES, NULL),
                     own(counters_if(system_thread_cycles(GetCurrentThread()) != 0)));
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_CYCLES, NULL),
                     own(counters_if(system_process_cycles(GetCurrentProcess()) != 0)));
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_TIMES, NULL), own(CYCLETIME_SOURCE_NT_TIMES));
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_TIMES, NULL), own(CYCLETIME_SOURCE_NT_TIMES));
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_CYCLES, NULL), own(counters_if(counts_idle_cycles())));
    assert_int_equal(source_of(CYCLETIME_QUESTION_SYSTEM_CYCLES, NULL), own(CYCLETIME_SOURCE_NONE));
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESSOR_TIMES, NULL), own(CYCLETIME_SOURCE_NT_TIMES));
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_STATES, NULL),
                     linux_has_idle_states() ? own(CYCLETIME_SOURCE_NONE) : CYCLETIME_SOURCE_NONE);
}

/* Windows 7 and later count the cycles of threads, processes and processors. No page says whether the Windows of a virtual
   machine counts idle states. */
TEST(each_question_has_its_source_on_windows)
{
    if (is_wine()) SKIP_BECAUSE("Wine has other sources");
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES, NULL), CYCLETIME_SOURCE_NT_COUNTERS);
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_CYCLES, NULL), CYCLETIME_SOURCE_NT_COUNTERS);
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_TIMES, NULL), CYCLETIME_SOURCE_NT_TIMES);
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_TIMES, NULL), CYCLETIME_SOURCE_NT_TIMES);
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_CYCLES, NULL), CYCLETIME_SOURCE_NT_COUNTERS);
    assert_int_equal(source_of(CYCLETIME_QUESTION_SYSTEM_CYCLES, NULL), counters_if(counts_system_cycles()));
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESSOR_TIMES, NULL), CYCLETIME_SOURCE_NT_TIMES);
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_STATES, NULL),
                     counts_idle_states() ? CYCLETIME_SOURCE_NT_COUNTERS : CYCLETIME_SOURCE_NONE);
}

/* A thread that gets no processor for 100 ms sees no step, hence the tries. */
static ULONG64 step_of(CYCLETIME_QUESTION question)
{
    ULONG64 step;
    int i;

    for (i = 0; i < 20; i++) {
        step = UNTOUCHED;
        source_of(question, &step);
        assert_int_not_equal(step, UNTOUCHED);
        if (step) break;
    }
    print_message("question %d: steps of %llu ns\n", question, step);
    return step;
}

TEST(times_move_in_steps_of_10_ms_under_wine)
{
    static const CYCLETIME_QUESTION questions[] = { CYCLETIME_QUESTION_THREAD_TIMES, CYCLETIME_QUESTION_PROCESS_TIMES,
                                                    CYCLETIME_QUESTION_PROCESSOR_TIMES };
    ULONG64 step;
    size_t i;

    if (!is_wine()) SKIP_BECAUSE("Windows' times move in its clock ticks");
    if (with_unixlib()) SKIP_BECAUSE("the Linux side's times move in nanoseconds");
    for (i = 0; i < ARRAYSIZE(questions); i++) {
        step = step_of(questions[i]);
        assert_true(step > 0);
        assert_int_equal(step % 10000000, 0);
    }
}

/* They are the times, rounded to a cycle. */
TEST(derived_cycles_move_in_the_steps_of_the_times)
{
    static const CYCLETIME_QUESTION questions[] = { CYCLETIME_QUESTION_THREAD_CYCLES, CYCLETIME_QUESTION_PROCESS_CYCLES };
    ULONG64 step;
    size_t i;

    if (!is_wine() || with_unixlib() || system_thread_cycles(GetCurrentThread())
        || system_process_cycles(GetCurrentProcess()))
        SKIP_BECAUSE("cycles are not derived here");
    for (i = 0; i < ARRAYSIZE(questions); i++) {
        step = step_of(questions[i]);
        assert_true(step > 10000000 - 10);
        assert_in_range((step + 10) % 10000000, 0, 20);
    }
}

/* Windows counts cycles by the time-stamp counter, not by clock ticks: Microsoft's page of QueryThreadCycleTime calls them
   CPU clock cycles. The other steps are printed for the report. */
TEST(a_threads_cycles_move_in_microseconds_on_windows)
{
    static const CYCLETIME_QUESTION questions[] = { CYCLETIME_QUESTION_PROCESS_CYCLES, CYCLETIME_QUESTION_THREAD_TIMES,
                                                    CYCLETIME_QUESTION_PROCESS_TIMES, CYCLETIME_QUESTION_PROCESSOR_TIMES };
    size_t i;

    if (is_wine()) SKIP_BECAUSE("Wine does not count cycles");
    assert_in_range(step_of(CYCLETIME_QUESTION_THREAD_CYCLES), 1, 1000000);
    for (i = 0; i < ARRAYSIZE(questions); i++) assert_true(step_of(questions[i]) > 0);
}

TEST(with_the_unixlib_this_process_and_its_threads_move_in_microseconds)
{
    static const CYCLETIME_QUESTION questions[] = { CYCLETIME_QUESTION_THREAD_CYCLES, CYCLETIME_QUESTION_PROCESS_CYCLES,
                                                    CYCLETIME_QUESTION_THREAD_TIMES, CYCLETIME_QUESTION_PROCESS_TIMES };
    size_t i;

    if (!with_unixlib()) SKIP_BECAUSE("without the Linux side");
    for (i = 0; i < ARRAYSIZE(questions); i++) assert_in_range(step_of(questions[i]), 1, 1000000);
}

static CYCLETIME_UNIXLIB_STATE state_of_unixlib(void)
{
    CYCLETIME_UNIXLIB_STATE state = (CYCLETIME_UNIXLIB_STATE)0xcccccccc;

    assert_succeeds(CycletimeQueryUnixlibState(&state));
    return state;
}

TEST(the_unixlib_is_there_or_is_said_to_be_missing)
{
    if (with_unixlib())
        assert_in_range(state_of_unixlib(), CYCLETIME_UNIXLIB_STATE_ACTIVE, CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS);
    else
        assert_int_equal(state_of_unixlib(),
                         is_wine() ? CYCLETIME_UNIXLIB_STATE_MISSING : CYCLETIME_UNIXLIB_STATE_NOT_WINE);
    assert_fails(CycletimeQueryUnixlibState(NULL), ERROR_INVALID_PARAMETER);
}

TEST(what_nobody_answers_has_no_step)
{
    ULONG64 step = UNTOUCHED;

    if (is_wine() ? with_unixlib() && linux_has_idle_states() : counts_idle_states())
        SKIP_BECAUSE("everything is answered");
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_STATES, &step), CYCLETIME_SOURCE_NONE);
    assert_int_equal(step, 0);
}
