/* SPDX-License-Identifier: MIT */
/* The processors in the structures of cycletime.h, and the answers about other processes, with and without a unixlib. */
#include "ask.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"
#include "library/source/unixlib.h"

#include <string.h>

enum { TOUCHED = 0xcc };

static const struct unixlib_idle_state states[] = {
    { .name = "POLL", .latency = 0, .residency = 0, .time = 10, .usage = 1 },
    { .name = "C1", .latency = 2, .residency = 3, .time = 100, .usage = 10 },
    { .name = "C1E", .latency = 10, .residency = 20, .time = 1000, .usage = 100 },
    { .name = "C2", .latency = 30, .residency = 60, .time = 10000, .usage = 1000 },
    { .name = "C3_ACPI", .latency = 80, .residency = 211, .time = 100000, .usage = 10000 },
    { .name = "C6", .latency = 133, .residency = 400, .time = 1000000, .usage = 100000 },
    { .name = "C10", .latency = 890, .residency = 5000, .time = 10000000, .usage = 1000000 },
    { .name = "C99", .latency = 1000, .residency = 9000, .time = 5, .usage = 2 },
    { .name = "WFI", .latency = 1, .residency = 1, .time = 7, .usage = 3 },
};

enum { STATES = ARRAYSIZE(states) };

static int boot_with(void **state, ULONG count)
{
    ULONG i;

    boot_with_unixlib(state);
    fake_unix.processors = 2;
    fake_unix.idle_states = count;
    memcpy(fake_unix.idle_state, states, sizeof states);
    for (i = 0; i < 2; i++) {
        fake_unix.processor_times[i] = (struct unixlib_processor_times){ .idle = 50000000000 + i, .kernel = 60000000000,
            .user = 7000000000, .irq = 300000000, .softirq = 400000000, .interrupts = 0x100000005 + i };
    }
    return 0;
}

static int with_unixlib(void **state) { return boot_with(state, STATES); }
static int without_idle_states(void **state) { return boot_with(state, 0); }

static BOOLEAN is_untouched(const void *buffer, ULONG size)
{
    const BYTE *at = buffer;

    while (size--)
        if (*at++ != TOUCHED) return FALSE;
    return TRUE;
}

/* Returns the length that is reported. */
static ULONG read_performance(USHORT group, CYCLETIME_PROCESSOR_PERFORMANCE *reported, ULONG length)
{
    memset(reported, TOUCHED, length);
    assert_done(CycletimeQueryProcessorPerformance(group, &length, reported));
    return length;
}

static ULONG read_idle_cycles(ULONG64 *cycles, ULONG length)
{
    assert_done(QueryIdleProcessorCycleTimeEx(0, &length, cycles));
    return length;
}

TEST_AFTER_ON(with_unixlib, wine_8, performance_is_what_linux_counts_in_units_of_windows)
{
    CYCLETIME_PROCESSOR_PERFORMANCE reported[3];

    assert_int_equal(read_performance(0, reported, sizeof reported), 2 * 0x30);
    assert_int_equal(reported[0].IdleTime, 500000000);
    assert_int_equal(reported[0].KernelTime, 600000000);
    assert_int_equal(reported[0].UserTime, 70000000);
    assert_int_equal(reported[0].InterruptTime, 3000000);
    assert_int_equal(reported[0].DpcTime, 4000000);
    assert_int_equal(reported[0].InterruptCount, 5);
    assert_int_equal(reported[1].InterruptCount, 6);
    assert_int_equal(reported[0].Spare, 0);
    assert_true(is_untouched(&reported[2], sizeof reported[2]));
}

TEST_AFTER_ON(with_unixlib, wine_8, performance_never_goes_back_and_kernel_time_holds_its_parts)
{
    CYCLETIME_PROCESSOR_PERFORMANCE first[2], reported[2];

    read_performance(0, first, sizeof first);
    fake_unix.processor_times[0] = (struct unixlib_processor_times){ .idle = 1, .kernel = 59900000000, .irq = 300000000,
                                                                  .softirq = 20000000000 };
    read_performance(0, reported, sizeof reported);
    assert_int_equal(reported[0].IdleTime, first[0].IdleTime);
    assert_int_equal(reported[0].UserTime, first[0].UserTime);
    assert_int_equal(reported[0].DpcTime, 200000000);
    assert_int_equal(reported[0].KernelTime, 500000000 + 200000000 + 3000000);
}

/* The rows of both length rules. */
TEST_AFTER_ON(with_unixlib, wine_8, performance_has_the_lengths_of_the_idle_cycles)
{
    static const struct {
        CYCLETIME_CONTRACT contract;
        BOOLEAN given;
        ULONG length;
        BOOL returned;
        ULONG reported;
    } rows[] = {
        { CYCLETIME_CONTRACT_WINDOWS, FALSE, 0, TRUE, 0x60 },
        { CYCLETIME_CONTRACT_WINDOWS, FALSE, 9, TRUE, 9 },
        { CYCLETIME_CONTRACT_WINDOWS, TRUE, 0x5f, FALSE, 0x60 },
        { CYCLETIME_CONTRACT_WINDOWS, TRUE, 0x61, TRUE, 0x60 },
        { CYCLETIME_CONTRACT_DOCUMENTED, FALSE, 9, TRUE, 0x60 },
        { CYCLETIME_CONTRACT_DOCUMENTED, TRUE, 0, FALSE, 0x60 },
        { CYCLETIME_CONTRACT_DOCUMENTED, TRUE, 0x60, TRUE, 2 },
    };
    CYCLETIME_PROCESSOR_PERFORMANCE reported[3];
    ULONG i, length;

    for (i = 0; i < ARRAYSIZE(rows); i++) {
        memset(reported, TOUCHED, sizeof reported);
        length = rows[i].length;
        assert_true(CycletimeSetContract(rows[i].contract));
        assert_returns(CycletimeQueryProcessorPerformance(0, &length, rows[i].given ? reported : NULL), rows[i].returned,
                       rows[i].returned ? POISON : ERROR_INSUFFICIENT_BUFFER);
        assert_int_equal(length, rows[i].reported);
        assert_int_equal(is_untouched(reported, sizeof reported), !rows[i].given || !rows[i].returned);
    }
    length = sizeof reported;
    assert_refused(CycletimeQueryProcessorPerformance(1, &length, reported), ERROR_INVALID_PARAMETER);
    assert_int_equal(length, sizeof reported);
    assert_refused(CycletimeQueryProcessorPerformance(0, NULL, reported), ERROR_INVALID_PARAMETER);
}

TEST_ON(wine_8, without_a_unixlib_performance_is_what_nt_reports)
{
    CYCLETIME_PROCESSOR_PERFORMANCE reported[2];

    read_performance(0, reported, sizeof reported);
    assert_int_equal(reported[0].IdleTime, fake_groups.idle[0]);
    assert_int_equal(reported[1].UserTime, fake_groups.user[1]);
}

/* As where a container shows fewer processors than there are. */
TEST_AFTER_ON(with_unixlib, wine_8, processors_that_linux_does_not_report_are_asked_of_nt)
{
    CYCLETIME_PROCESSOR_PERFORMANCE reported[2];
    FILETIME idle, kernel, user;
    ULONG64 cycles[2];

    fake_unix.processors = 1;
    read_performance(0, reported, sizeof reported);
    assert_int_equal(reported[1].IdleTime, fake_groups.idle[1]);
    assert_done(GetSystemTimes(&idle, &kernel, &user));
    assert_int_equal((ULONG64)user.dwHighDateTime << 32 | user.dwLowDateTime, fake_groups.user[0] + fake_groups.user[1]);
    assert_int_equal(read_idle_cycles(cycles, sizeof cycles), sizeof cycles);
    assert_int_equal(cycles[1], fake_groups.idle[1] * 250);
}

TEST_AFTER_ON(with_unixlib, wine_8, idle_information_sums_the_states_by_their_names)
{
    CYCLETIME_PROCESSOR_IDLE reported[2];
    ULONG length = sizeof reported;

    assert_done(CycletimeQueryProcessorIdle(0, &length, reported));
    assert_int_equal(length, sizeof reported);
    assert_int_equal(reported[0].IdleTime, 500000000);
    assert_int_equal(reported[0].C1Time, (100 + 1000) * 10);
    assert_int_equal(reported[0].C1Transitions, 110);
    assert_int_equal(reported[0].C2Time, 10000 * 10);
    assert_int_equal(reported[0].C2Transitions, 1000);
    assert_int_equal(reported[0].C3Time, (100000 + 1000000 + 10000000 + 5) * 10);
    assert_int_equal(reported[0].C3Transitions, 1110002);
    assert_int_equal(reported[0].Padding, 0);
}

TEST_CASES(without_idle_states_no_output_is_written,
           AFTER(without_idle_states, wine_8, without_idle_states_no_output_is_written),
           ON(wine_8, without_idle_states_no_output_is_written))
{
    PEP_PPM_QUERY_IDLE_STATES_V2 states_v2 = { .Count = 0 };
    PEP_PPM_QUERY_IDLE_STATES pep = { .Count = 0 };
    CYCLETIME_PROCESSOR_IDLE reported[2];
    ULONG length = sizeof reported, count = 77;

    memset(reported, TOUCHED, sizeof reported);
    assert_refused(CycletimeQueryProcessorIdle(0, &length, reported), ERROR_NOT_SUPPORTED);
    assert_int_equal(length, sizeof reported);
    assert_true(is_untouched(reported, sizeof reported));
    assert_refused(CycletimeQueryIdleStateCount(0, 0, &count), ERROR_NOT_SUPPORTED);
    assert_int_equal(count, 77);
    assert_refused(CycletimeQueryIdleStates(0, 0, sizeof pep, &pep), ERROR_NOT_SUPPORTED);
    assert_refused(CycletimeQueryIdleStatesV2(0, 0, sizeof states_v2, &states_v2), ERROR_NOT_SUPPORTED);
}

enum { V1_LENGTH = 8 + 4 * STATES, V2_LENGTH = 8 + 12 * STATES };

/* Has room for all states, and a byte more. */
union idle_states {
    PEP_PPM_QUERY_IDLE_STATES_V2 v2;
    PEP_PPM_QUERY_IDLE_STATES v1;
    BYTE room[V2_LENGTH + 1];
};

static union idle_states states_to_fill(ULONG count)
{
    union idle_states asked;

    memset(&asked, TOUCHED, sizeof asked);
    asked.v2.Count = count;
    return asked;
}

TEST_AFTER_ON(with_unixlib, wine_8, idle_states_are_described_by_their_names)
{
    static const ULONG types[STATES] = { 0, 1, 1, 2, 3, 6, 10, 0, 0 };
    static const BOOLEAN coherent[STATES] = { TRUE, TRUE, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE };
    union idle_states reported = states_to_fill(STATES);
    const PEP_PROCESSOR_IDLE_STATE_V2 *v2 = reported.v2.IdleStates;  /* as many as are counted */
    const PEP_PROCESSOR_IDLE_STATE *v1 = reported.v1.IdleStates;
    ULONG count = 0, i;

    assert_done(CycletimeQueryIdleStateCount(0, 1, &count));
    assert_int_equal(count, STATES);
    assert_done(CycletimeQueryIdleStatesV2(0, 1, V2_LENGTH, &reported.v2));
    assert_int_equal(reported.v2.Count, STATES);
    assert_int_equal(reported.v2.MaximumCoordinatedProcessors, 0);
    for (i = 0; i < STATES; i++) {
        assert_int_equal(v2[i].Ulong, 1u | (ULONG)coherent[i] << 1 | 1u << 2 | types[i] << 3);
        assert_int_equal(v2[i].Latency, states[i].latency * 10);
        assert_int_equal(v2[i].BreakEvenDuration, states[i].residency * 10);
    }
    assert_int_equal(reported.room[V2_LENGTH], TOUCHED);
    reported = states_to_fill(STATES);
    assert_done(CycletimeQueryIdleStates(0, 0, V1_LENGTH, &reported.v1));
    for (i = 0; i < STATES; i++) assert_int_equal(v1[i].CStateType, types[i]);
    assert_true(is_untouched(reported.room + V1_LENGTH, V2_LENGTH - V1_LENGTH));
}

static void assert_states_are_refused(ULONG count, ULONG length, DWORD error)
{
    union idle_states reported = states_to_fill(count);

    assert_refused(CycletimeQueryIdleStates(0, 0, length, &reported.v1), error);
    assert_true(is_untouched(reported.room + 4, sizeof reported - 4));
}

TEST_AFTER_ON(with_unixlib, wine_8, idle_states_want_their_count_and_their_room)
{
    ULONG length;

    for (length = 0; length < V1_LENGTH; length++) assert_states_are_refused(STATES, length, ERROR_INSUFFICIENT_BUFFER);
    assert_states_are_refused(STATES - 1, V1_LENGTH, ERROR_INVALID_PARAMETER);
    assert_states_are_refused(STATES + 1, V1_LENGTH, ERROR_INVALID_PARAMETER);
    assert_refused(CycletimeQueryIdleStates(0, 0, V1_LENGTH, NULL), ERROR_INVALID_PARAMETER);
    assert_refused(CycletimeQueryIdleStateCount(0, 0, NULL), ERROR_INVALID_PARAMETER);
    assert_refused(CycletimeQueryIdleStateCount(0, 2, &length), ERROR_INVALID_PARAMETER);
    assert_refused(CycletimeQueryIdleStateCount(1, 0, &length), ERROR_INVALID_PARAMETER);
}

static int with_160_processors(void **state)
{
    ULONG i;

    boot_with(state, STATES);
    fake_processors(160);
    fake_groups.count = 3;  /* a Wine that had more than one group */
    fake_groups.of[0] = fake_groups.of[1] = 64;
    fake_groups.of[2] = 32;
    fake_unix.processors = 160;
    fake_unix.fewer_idle_states = STATES - 2;
    for (i = 0; i < 160; i++) {
        fake_unix.processor_times[i] = (struct unixlib_processor_times){ .idle = 1000000 + 100 * i,
            .kernel = 2000000 + 100 * i,
            .user = 5000 + 100 * i, .irq = 300, .softirq = 400, .interrupts = i };
    }
    return 0;
}

TEST_AFTER_ON(with_160_processors, wine_8, every_processor_of_160_in_groups_has_its_own_figures)
{
    CYCLETIME_PROCESSOR_PERFORMANCE reported[65];
    ULONG i, number = 0;
    USHORT group;

    for (group = 0; group < fake_groups.count; group++) {
        assert_int_equal(read_performance(group, reported, sizeof reported), fake_groups.of[group] * 0x30);
        for (i = 0; i < fake_groups.of[group]; i++, number++) {
            assert_int_equal(reported[i].IdleTime, 10000 + number);
            assert_int_equal(reported[i].UserTime, 50 + number);
            assert_int_equal(reported[i].InterruptCount, number);
        }
    }
    assert_int_equal(number, 160);
}

static int with_160_processors_in_one_group(void **state)
{
    with_160_processors(state);
    fake_processors(160);
    assert_int_equal(fake_groups.of[0], 64);
    return 0;
}

/* Wine cuts the group to 64; what makes room for 64 gets as many from Windows' own functions, what makes it for all,
   all. */
TEST_AFTER_ON(with_160_processors_in_one_group, wine_8, a_group_that_is_cut_short_has_all_processors)
{
    CYCLETIME_PROCESSOR_PERFORMANCE reported[160];
    ULONG64 cycles[160];
    ULONG length = 0, i;
    FILETIME idle, kernel, user;

    assert_done(CycletimeQueryProcessorPerformance(0, &length, NULL));
    assert_int_equal(length, 160 * 0x30);
    read_performance(0, reported, sizeof reported);
    for (i = 0; i < 160; i++) assert_int_equal(reported[i].IdleTime, 10000 + i);
    assert_int_equal(read_idle_cycles(NULL, 0), 64 * 8);
    cycles[64] = 77;
    assert_int_equal(read_idle_cycles(cycles, 159 * 8), 64 * 8);
    assert_int_equal(cycles[64], 77);
    assert_int_equal(read_idle_cycles(cycles, sizeof cycles), 160 * 8);
    assert_int_equal(cycles[159], (10000 + 159) * 250);
    length = sizeof cycles;
    assert_done(GetProcessorSystemCycleTime(0, (PVOID)cycles, (PDWORD)&length));
    assert_int_equal(length, 160 * 8);
    assert_done(CycletimeQueryIdleStateCount(0, 159, &i));
    assert_refused(CycletimeQueryIdleStateCount(0, 160, &i), ERROR_INVALID_PARAMETER);
    assert_done(GetSystemTimes(&idle, &kernel, &user));
    assert_int_equal(user.dwLowDateTime, 160 * 50 + 159 * 160 / 2);
}

TEST_AFTER_ON(with_160_processors, wine_8, processors_may_have_different_idle_states)
{
    CYCLETIME_PROCESSOR_IDLE reported[64];
    union idle_states pep;
    ULONG length, count, number = 0, i;
    USHORT group;

    for (group = 0; group < fake_groups.count; group++) {
        length = sizeof reported;
        assert_done(CycletimeQueryProcessorIdle(group, &length, reported));
        for (i = 0; i < fake_groups.of[group]; i++, number++) {
            assert_done(CycletimeQueryIdleStateCount(group, (BYTE)i, &count));
            assert_int_equal(count, number % 2 ? 2 : STATES);
            pep = states_to_fill(count);
            assert_done(CycletimeQueryIdleStatesV2(group, (BYTE)i, 8 + 12 * count, &pep.v2));
            assert_true(is_untouched(pep.room + 8 + 12 * count, sizeof pep.room - 8 - 12 * count));
            assert_int_equal(reported[i].IdleTime, 10000 + number);
            assert_int_equal(reported[i].C1Time, number % 2 ? 1000 : 11000);
            assert_int_equal(reported[i].C3Transitions, number % 2 ? 0 : 1110002);
        }
    }
    assert_int_equal(number, 160);
}

TEST_AFTER_ON(with_unixlib, wine_8, processors_without_idle_states_beside_others_are_not_reported)
{
    CYCLETIME_PROCESSOR_IDLE reported[2];
    ULONG length = sizeof reported, count;

    fake_unix.fewer_idle_states = STATES;
    assert_done(CycletimeQueryIdleStateCount(0, 0, &count));
    assert_refused(CycletimeQueryIdleStateCount(0, 1, &count), ERROR_NOT_SUPPORTED);
    memset(reported, TOUCHED, sizeof reported);
    assert_refused(CycletimeQueryProcessorIdle(0, &length, reported), ERROR_NOT_SUPPORTED);
    assert_true(is_untouched(reported, sizeof reported));
}

static const CYCLETIME_PROCESS *listed_process(ULONG id)
{
    static BYTE buffer[0x10000];
    const CYCLETIME_PROCESS *process;
    ULONG length = sizeof buffer;

    assert_done(CycletimeQueryProcesses(&length, buffer));
    for (process = (PVOID)buffer; process->ProcessId != id;
         process = (PVOID)((BYTE *)process + process->NextEntryOffset))
        assert_true(process->NextEntryOffset);
    assert_int_equal(process->ThreadSize, sizeof *process->Threads);
    return process;
}

static CYCLETIME_PROCESS_EXTENSION extension_of(const CYCLETIME_PROCESS *process)
{
    const ULONG offset = offsetof(CYCLETIME_PROCESS, Threads) + process->ThreadCount * process->ThreadSize;
    CYCLETIME_PROCESS_EXTENSION extension;

    assert_int_equal(process->NameOffset, offset + sizeof extension);
    memcpy(&extension, (const BYTE *)process + offset, sizeof extension);
    assert_int_equal(extension.Reserved, 0);
    return extension;
}

static CYCLETIME_THREAD listed_thread(ULONG id)
{
    const CYCLETIME_PROCESS *process = listed_process(fake.own_process->id);
    ULONG i;

    for (i = 0; i < process->ThreadCount && process->Threads[i].ThreadId != id; i++) continue;
    assert_true(i < process->ThreadCount);
    return process->Threads[i];
}

TEST_AFTER_ON(with_unixlib, wine_8, threads_of_this_process_are_listed_with_what_linux_counts)
{
    CYCLETIME_THREAD reported;

    fake_unix_know_thread(fake.own_thread, UNIXLIB_THREAD_LIVE, 4000000000);
    fake_unix.own_times = (struct unixlib_own_times){ .total = 4000000000, .kernel = 3000000000 };
    reported = listed_thread(fake.own_thread->id);
    assert_int_equal(reported.Cycles, 7000000000);
    assert_int_equal(reported.KernelTime, 30000000);
    assert_int_equal(reported.UserTime, 10000000);
    assert_int_equal(reported.Flags, CYCLETIME_CYCLES_COUNTED);
}

TEST_AFTER_ON(with_unixlib, wine_8, the_calling_thread_is_listed_exactly_though_it_did_not_query_before)
{
    fake_unix.unknown_caller = TRUE;
    fake_unix.own_times.total = 4000000000;
    assert_int_equal(listed_thread(fake.own_thread->id).Flags, CYCLETIME_CYCLES_COUNTED);
    assert_false(fake_unix.unknown_caller);
}

TEST_AFTER_ON(with_unixlib, wine_8, what_is_listed_of_a_thread_never_goes_back)
{
    CYCLETIME_THREAD first, reported;

    fake_unix_know_thread(fake.own_thread, UNIXLIB_THREAD_LIVE, 0);
    fake_unix.own_times = (struct unixlib_own_times){ .total = 4000000000, .kernel = 1000000000 };
    first = listed_thread(fake.own_thread->id);
    fake_unix.thread.cycles -= 1000;
    fake_unix.own_times.total -= 1000;
    fake_unix.own_times.kernel += 5000;
    reported = listed_thread(fake.own_thread->id);
    assert_int_equal(reported.Cycles, first.Cycles);
    assert_int_equal(reported.KernelTime, first.KernelTime);
    assert_int_equal(reported.UserTime, first.UserTime);
}

TEST_AFTER_ON(with_unixlib, wine_8, a_process_is_listed_with_its_memory_and_whether_its_cycles_are_counted)
{
    struct fake_object *object = fake_object_of(fake_handle(FAKE_PROCESS));
    CYCLETIME_PROCESS_EXTENSION extension;

    extension = extension_of(listed_process(object->id)); /* nothing but the system's times */
    assert_int_equal(extension.WorkingSet, FAKE_WORKING_SET);
    assert_int_equal(extension.Flags, 0);
    fake_unix.process_times.total = 4000000000;
    extension = extension_of(listed_process(fake.own_process->id));
    assert_int_equal(extension.WorkingSet, FAKE_WORKING_SET);
    assert_int_equal(extension.Flags, CYCLETIME_CYCLES_COUNTED);
}

static HANDLE with_cycletime(void)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    struct fake_object *object = fake_object_of(process);

    fake_unix.process = (struct unixlib_process){ .id = object->id, .creation = object->creation, .total = 4000000000,
                                               .kernel = 1000000000, .ended = FALSE };
    return process;
}

TEST_AFTER_ON(with_unixlib, wine_8, process_with_cycletime_in_it_has_its_own_figures)
{
    HANDLE process = with_cycletime();

    assert_answer(ask(PROCESS_TIMES, process), times_of(process, 10000000, 30000000));
    assert_answer(ask(PROCESS_CYCLES, process), cycles_are(40000000ull * 250));
}

/* How often the system was asked about processes by handle. */
static ULONG process_calls(void)
{
    return fake.count[CALL_PROCESS_BASIC] + fake.count[CALL_PROCESS_TIMES];
}

static void assert_calls(enum question question, HANDLE process, ULONG calls)
{
    ULONG before;

    ask(question, NT_CURRENT_PROCESS); /* for whose own dates the system is asked once */
    before = process_calls();
    ask(question, process);
    assert_int_equal(process_calls() - before, calls);
}

TEST_AFTER_ON(with_unixlib, wine_8, process_that_certainly_runs_costs_one_call_of_nt_from_the_first_question_on)
{
    HANDLE process = with_cycletime();

    fake_unix.process_is_certain = TRUE;
    assert_calls(PROCESS_TIMES, process, 1);
    assert_calls(PROCESS_CYCLES, process, 1);
    assert_answer(ask(PROCESS_TIMES, process), times_of(process, 10000000, 30000000));
    assert_answer(ask(PROCESS_CYCLES, process), cycles_are(40000000ull * 250));
}

TEST_AFTER_ON(with_unixlib, wine_8, process_that_may_have_ended_is_asked_for_its_dates)
{
    HANDLE process = with_cycletime();

    assert_calls(PROCESS_TIMES, process, 2);
    assert_calls(PROCESS_CYCLES, process, 2);
}

/* The exit code of this process is STILL_ACTIVE, which the system reports for processes that run. */
TEST_AFTER_ON(with_unixlib, wine_8, process_that_ended_with_the_code_of_live_ones_has_its_exit_time)
{
    HANDLE process = with_cycletime();
    struct fake_object *object = fake_object_of(process);

    fake_end(object);
    object->exit_code = STILL_ACTIVE;
    assert_true(ask(PROCESS_TIMES, process).exit == (ULONG64)object->exit);
}

TEST_AFTER_ON(with_unixlib, wine_8, ended_process_is_not_looked_for_among_those_that_run)
{
    HANDLE process = with_cycletime();
    struct fake_object *object = fake_object_of(process);

    fake_unix.process_is_certain = TRUE;
    fake_end(object);
    assert_true(ask(PROCESS_TIMES, process).exit == (ULONG64)object->exit);
    assert_true(fake_unix.process_asked.ended);
}

TEST_AFTER_ON(with_unixlib, wine_8, the_memory_of_an_ended_process_costs_two_calls_of_nt)
{
    HANDLE process = with_cycletime();
    ULONG64 peak;
    ULONG before;

    fake_end(fake_object_of(process));
    ask(PROCESS_TIMES, process);
    before = process_calls();
    assert_int_equal(query_ended_peak_memory(process, &peak), STATUS_SUCCESS);
    assert_int_equal(process_calls() - before, 2);
}

TEST_AFTER_ON(with_unixlib, wine_8, ended_process_with_cycletime_in_it_has_its_last_figures_and_the_systems_dates)
{
    HANDLE process = with_cycletime();

    fake_end(fake_object_of(process));
    assert_answer(ask(PROCESS_TIMES, process), times_of(process, 10000000, 30000000));
    assert_answer(ask(PROCESS_CYCLES, process), cycles_are(40000000ull * 250));
}

TEST_AFTER_ON(with_unixlib, wine_8, process_of_another_time_with_that_id_is_not_meant)
{
    HANDLE process = with_cycletime();

    fake_unix.process.creation++;
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_AFTER_ON(with_unixlib, wine_8, this_process_is_published_once)
{
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_PROCESS_BEGIN], 0);
    ask(PROCESS_TIMES, NT_CURRENT_PROCESS);
    ask(PROCESS_CYCLES, NT_CURRENT_PROCESS);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_PROCESS_BEGIN], 1);
    assert_int_equal(fake_unix.process_begun.id, fake.own_process->id);
    assert_int_equal(fake_unix.process_begun.creation, fake.own_process->creation);
}

TEST_AFTER_ON(with_unixlib, wine_8, the_systems_figures_are_linux)
{
    struct unixlib_system reported = { 0 };

    fake_unix.system = (struct unixlib_system){ .context_switches = 0x500000001, .swap_total = 9000, .swap_free = 4000,
        .runnable = 5, .cpus = 2 };
    assert_int_equal(query_system_counts(&reported), STATUS_SUCCESS);
    assert_true(reported.context_switches == 0x500000001 && reported.swap_total == 9000 && reported.swap_free == 4000);
    assert_int_equal(reported.runnable, 5);
    assert_int_equal(reported.cpus, 2);
}

TEST_AFTER_ON(with_unixlib, wine_8, frequencies_are_those_of_linux)
{
    struct unixlib_frequency reported[2] = { { 0 } };

    fake_unix.frequencies[0] = (struct unixlib_frequency){ 1200000, 2000000 };
    fake_unix.frequencies[1] = (struct unixlib_frequency){ 3000000, 0 };
    assert_int_equal(query_processor_frequencies(0, 2, reported), STATUS_SUCCESS);
    assert_int_equal(reported[0].current, 1200000);
    assert_int_equal(reported[0].nominal, 2000000);
    assert_int_equal(reported[1].current, 3000000);
    assert_int_equal(reported[1].nominal, 0);
}

TEST_CASES(what_linux_does_not_report_is_not_supported,
           AFTER(with_unixlib, wine_8, what_linux_does_not_report_is_not_supported),
           ON(wine_8, what_linux_does_not_report_is_not_supported))
{
    struct unixlib_frequency frequency = { 7, 7 };
    struct unixlib_system counts = { .context_switches = 7 };

    assert_int_equal(query_system_counts(&counts), STATUS_NOT_SUPPORTED);
    assert_int_equal(query_processor_frequencies(0, 1, &frequency), STATUS_NOT_SUPPORTED);
    assert_true(counts.context_switches == 7 && frequency.current == 7);
}
