/* SPDX-License-Identifier: MIT */
/* Eight threads call every function, one after another and then all at once. An answer must not be smaller than one that
   any thread got before the call began. */
#include "calls.h"
#include "cycletime.h"
#include "race.h"
#include "stress.h"

#include <stdio.h>
#include <string.h>

enum { MANY_CALLS = 10000000, PATIENCE_MS = 60000 };
enum subject { OWN_THREAD, SOME_THREAD, OWN_PROCESS, NOBODY };

/* The error, ERROR_SUCCESS with all of the answer, else nothing. */
typedef DWORD (*ask_values)(HANDLE handle, ULONG64 *values);

static DWORD ask_call(enum which which, HANDLE handle, ULONG64 *values)
{
    struct answer answer = ask(which, handle);
    unsigned i;

    for (i = 0; i < calls[which].outputs; i++) values[i] = answer.outputs[i];
    if (!answer.done) return answer.error;
    return answer.error == POISON ? ERROR_SUCCESS : ERROR_INTERNAL_ERROR;
}

#define ASK_CALL(name, which) static DWORD name(HANDLE handle, ULONG64 *values) { return ask_call(which, handle, values); }
ASK_CALL(thread_cycles, THREAD_CYCLES)
ASK_CALL(process_cycles, PROCESS_CYCLES)
ASK_CALL(thread_times, THREAD_TIMES)
ASK_CALL(process_times, PROCESS_TIMES)
ASK_CALL(thread_cpu_time, THREAD_CPU_TIME)
ASK_CALL(process_cpu_time, PROCESS_CPU_TIME)

static DWORD result(BOOL done)
{
    return done ? ERROR_SUCCESS : GetLastError();
}

#define ASK(name, expression) \
    static DWORD name(HANDLE handle, ULONG64 *values) { (void)handle; (void)values; return result(expression); }
#define ASK_VOID(name, call) static DWORD name(HANDLE handle, ULONG64 *values) { (void)handle; call; return ERROR_SUCCESS; }
#define ASK_RESULT(name, call) static DWORD name(HANDLE handle, ULONG64 *values) { (void)handle; return call; }

static const ULONG room = RACE_VALUES * sizeof(ULONG64);

ASK(idle_cycles, QueryIdleProcessorCycleTime(&(ULONG){ room }, values))
ASK(idle_cycles_ex, QueryIdleProcessorCycleTimeEx(0, &(ULONG){ room }, values))
ASK(system_cycles, GetProcessorSystemCycleTime(0, (void *)values, &(ULONG){ room }))
ASK(system_times, GetSystemTimes((FILETIME *)&values[0], (FILETIME *)&values[1], (FILETIME *)&values[2]))
ASK_VOID(interrupt_time, QueryInterruptTime(values))
ASK_VOID(interrupt_time_precise, QueryInterruptTimePrecise(values))
ASK(unbiased_time, QueryUnbiasedInterruptTime(values))
ASK_VOID(unbiased_time_precise, QueryUnbiasedInterruptTimePrecise(values))
ASK(frequency, CycletimeQueryFrequency(values))
ASK(idle_state_count, CycletimeQueryIdleStateCount(0, 0, (ULONG *)values))
ASK(contract, CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS))
ASK(unixlib_clock, CycletimeQueryUnixlibClock((CYCLETIME_UNIXLIB_CLOCK *)values))
ASK(unixlib_state, CycletimeQueryUnixlibState((CYCLETIME_UNIXLIB_STATE *)values))
ASK(source, CycletimeQuerySource(CYCLETIME_QUESTION_THREAD_CYCLES, (CYCLETIME_SOURCE *)values, NULL))
ASK(install_hooks, CycletimeInstallHooks(0))
ASK_RESULT(auxiliary_frequency, QueryAuxiliaryCounterFrequency(values))
ASK_RESULT(auxiliary_to_performance, ConvertAuxiliaryCounterToPerformanceCounter(1, &values[0], &values[1]))
ASK_RESULT(performance_to_auxiliary, ConvertPerformanceCounterToAuxiliaryCounter(1, &values[0], &values[1]))
ASK_VOID(version, *values = CycletimeQueryVersion())
ASK_VOID(accuracy, *values = CycletimeQueryAccuracy(QueryThreadCycleTime))

/* The caller must give the count of idle states. If it is unknown, 0 is not what makes the query fail. */
static void *counted_idle_states(ULONG64 *values)
{
    PEP_PPM_QUERY_IDLE_STATES *states = (void *)values;  /* both versions begin with the count */

    states->Count = 0;
    CycletimeQueryIdleStateCount(0, 0, &states->Count);
    return states;
}

ASK(idle_states, CycletimeQueryIdleStates(0, 0, room, counted_idle_states(values)))
ASK(idle_states_v2, CycletimeQueryIdleStatesV2(0, 0, room, counted_idle_states(values)))

/* The sums over processors would hide one that goes back, so the first one's. */
static DWORD processor_performance(HANDLE handle, ULONG64 *values)
{
    CYCLETIME_PROCESSOR_PERFORMANCE processors[64];
    ULONG length = sizeof processors;

    (void)handle;
    if (!CycletimeQueryProcessorPerformance(0, &length, processors)) return GetLastError();
    values[0] = processors->IdleTime;
    values[1] = processors->KernelTime;
    values[2] = processors->UserTime;
    return ERROR_SUCCESS;
}

static DWORD processor_idle(HANDLE handle, ULONG64 *values)
{
    CYCLETIME_PROCESSOR_IDLE processors[64];
    ULONG length = sizeof processors;

    (void)handle;
    if (!CycletimeQueryProcessorIdle(0, &length, processors)) return GetLastError();
    values[0] = processors->IdleTime;
    return ERROR_SUCCESS;
}

/* This process in the list. */
static DWORD processes(HANDLE handle, ULONG64 *values)
{
    BYTE buffer[0x10000];
    const CYCLETIME_PROCESS *entry = (void *)buffer;
    ULONG length = sizeof buffer;

    (void)handle;
    if (!CycletimeQueryProcesses(&length, buffer)) return GetLastError();
    while (entry->ProcessId != GetCurrentProcessId()) {
        if (!entry->NextEntryOffset) return ERROR_NOT_FOUND;
        entry = (const void *)((const BYTE *)entry + entry->NextEntryOffset);
    }
    values[0] = entry->KernelTime;
    values[1] = entry->UserTime;
    values[2] = entry->Cycles;
    return ERROR_SUCCESS;
}

/* Cheap: ten million calls of it take seconds with the unixlib. Two questions with the same function are about the same
   answers. */
static struct question {
    const char *name;
    ask_values ask;
    enum subject subject;
    unsigned values;
    BOOL cheap;
    DWORD error;  /* the first answer's, and so every one's */
    ULONG64 began;
    LONG64 calls;
    struct fault back, refused;
} questions[] = {
#define QUESTION(title, ask, subject, values, cheap) \
    { title, ask, subject, values, cheap, 0, 0, 0, { title " went back", 0 }, { title " was refused", 0 } }
    QUESTION("QueryThreadCycleTime, own", thread_cycles, OWN_THREAD, 1, TRUE),
    QUESTION("QueryThreadCycleTime, by handle", thread_cycles, SOME_THREAD, 1, FALSE),
    QUESTION("GetThreadTimes, own", thread_times, OWN_THREAD, 4, TRUE),
    QUESTION("GetThreadTimes, by handle", thread_times, SOME_THREAD, 4, FALSE),
    QUESTION("CycletimeQueryThreadCpuTime, own", thread_cpu_time, OWN_THREAD, 1, TRUE),
    QUESTION("CycletimeQueryThreadCpuTime, by handle", thread_cpu_time, SOME_THREAD, 1, FALSE),
    QUESTION("QueryProcessCycleTime", process_cycles, OWN_PROCESS, 1, TRUE),
    QUESTION("GetProcessTimes", process_times, OWN_PROCESS, 4, TRUE),
    QUESTION("CycletimeQueryProcessCpuTime", process_cpu_time, OWN_PROCESS, 1, TRUE),
    QUESTION("QueryIdleProcessorCycleTime", idle_cycles, NOBODY, 4, FALSE),
    QUESTION("QueryIdleProcessorCycleTimeEx", idle_cycles_ex, NOBODY, 4, FALSE),
    QUESTION("GetProcessorSystemCycleTime", system_cycles, NOBODY, 4, FALSE),
    QUESTION("GetSystemTimes", system_times, NOBODY, 3, FALSE),
    QUESTION("QueryInterruptTime", interrupt_time, NOBODY, 1, TRUE),
    QUESTION("QueryInterruptTimePrecise", interrupt_time_precise, NOBODY, 1, TRUE),
    QUESTION("QueryUnbiasedInterruptTime", unbiased_time, NOBODY, 1, TRUE),
    QUESTION("QueryUnbiasedInterruptTimePrecise", unbiased_time_precise, NOBODY, 1, TRUE),
    QUESTION("QueryAuxiliaryCounterFrequency", auxiliary_frequency, NOBODY, 0, TRUE),
    QUESTION("ConvertAuxiliaryCounterToPerformanceCounter", auxiliary_to_performance, NOBODY, 0, TRUE),
    QUESTION("ConvertPerformanceCounterToAuxiliaryCounter", performance_to_auxiliary, NOBODY, 0, TRUE),
    QUESTION("CycletimeQueryFrequency", frequency, NOBODY, 1, TRUE),
    QUESTION("CycletimeQueryAccuracy", accuracy, NOBODY, 0, TRUE),
    QUESTION("CycletimeQueryVersion", version, NOBODY, 1, TRUE),
    QUESTION("CycletimeQueryUnixlibClock", unixlib_clock, NOBODY, 0, TRUE),
    QUESTION("CycletimeQueryUnixlibState", unixlib_state, NOBODY, 0, TRUE),
    QUESTION("CycletimeQuerySource", source, NOBODY, 0, TRUE),
    QUESTION("CycletimeSetContract", contract, NOBODY, 0, TRUE),
    QUESTION("CycletimeInstallHooks", install_hooks, NOBODY, 0, FALSE),
    QUESTION("CycletimeQueryIdleStateCount", idle_state_count, NOBODY, 0, FALSE),
    QUESTION("CycletimeQueryIdleStates", idle_states, NOBODY, 0, FALSE),
    QUESTION("CycletimeQueryIdleStatesV2", idle_states_v2, NOBODY, 0, FALSE),
    QUESTION("CycletimeQueryProcessorPerformance", processor_performance, NOBODY, 3, FALSE),
    QUESTION("CycletimeQueryProcessorIdle", processor_idle, NOBODY, 1, FALSE),
    QUESTION("CycletimeQueryProcesses", processes, NOBODY, 3, FALSE),
};
enum { QUESTIONS = ARRAYSIZE(questions) };

/* The largest that somebody has got; of the first question with the same function. */
static ULONG64 given[QUESTIONS][THREADS + 1][OUTPUTS];
static struct effort effort;

static unsigned answers_of(unsigned number)
{
    unsigned first = 0;

    while (questions[first].ask != questions[number].ask) first++;
    return first;
}

static void ask_once(unsigned number, unsigned self, unsigned other)
{
    struct question *question = &questions[number];
    const BOOL own = question->subject == OWN_THREAD, some = question->subject == SOME_THREAD;
    ULONG64 (*largest) = given[answers_of(number)][own ? self : some ? other : THREADS];
    HANDLE handle = own ? GetCurrentThread() : some ? stress_threads[other] : GetCurrentProcess();
    ULONG64 before[OUTPUTS], values[RACE_VALUES] = { 0 };
    DWORD error;
    unsigned i;

    for (i = 0; i < question->values; i++) before[i] = __atomic_load_n(&largest[i], __ATOMIC_ACQUIRE);
    error = question->ask(handle, values);
    if (error != question->error) fault_note(&question->refused, error, 0, question->error);
    if (error) return;
    for (i = 0; i < question->values; i++) {
        if (values[i] < before[i]) fault_note(&question->back, i, values[i], before[i]);
        publish(&largest[i], values[i]);
    }
}

static LONG64 many_calls(void)
{
    return MANY_CALLS / 100 * effort.percent;
}

/* All go on to the next question when this one's time is over and its calls are done. */
static BOOL is_over(const struct question *question, ULONG64 began)
{
    const BOOL many = question->cheap && with_unixlib() && !effort.warm_up;
    const ULONG64 ran = tsc() - began;

    if (many) return question->calls >= many_calls() || ran >= ticks_of_ms(PATIENCE_MS);
    return ran >= ticks_of_ms(effort.ms / 2 / QUESTIONS);
}

static void ask_one(unsigned number, unsigned self, ULONG64 *random)
{
    enum { AT_ONCE = 16 };
    struct question *question = &questions[number];
    ULONG64 first = 0;
    unsigned i;

    __atomic_compare_exchange_n(&question->began, &first, tsc(), FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    do {
        for (i = 0; i < AT_ONCE; i++) ask_once(number, self, next_random(random) % THREADS);
        __atomic_fetch_add(&question->calls, AT_ONCE, __ATOMIC_RELAXED);
    } while (!is_over(question, question->began));
}

static DWORD WINAPI ask_all(void *argument)
{
    const unsigned self = (unsigned)(ULONG_PTR)argument;
    ULONG64 random = self, began;
    unsigned number;

    for (number = 0; number < QUESTIONS; number++) ask_one(number, self, &random);
    for (began = tsc(); tsc() - began < ticks_of_ms(effort.ms / 2);) {
        number = next_random(&random) % QUESTIONS;
        ask_once(number, self, next_random(&random) % THREADS);
        __atomic_fetch_add(&questions[number].calls, 1, __ATOMIC_RELAXED);
    }
    return 0;
}

/* The first query, by the only thread, sets the error expected of all later ones. */
static BOOL ask_first(struct question *question)
{
    ULONG64 values[RACE_VALUES] = { 0 };

    question->error = question->ask(question->subject == OWN_PROCESS ? GetCurrentProcess() : GetCurrentThread(), values);
    if (!question->error || question->error == ERROR_NOT_SUPPORTED || question->error == (DWORD)E_NOTIMPL) return TRUE;
    printf("%s: error %lu\n", question->name, question->error);
    return FALSE;
}

static BOOL is_right(const struct question *question)
{
    const BOOL few = question->cheap && with_unixlib() && question->calls < many_calls();

    printf("  %-44s %10lld calls%s%s\n", question->name, question->calls, question->error ? ", not supported" : "",
           few ? ", TOO FEW" : "");
    return !few && !question->back.count && !question->refused.count;
}

BOOL functions_part(struct effort given_effort)
{
    BOOL right = TRUE;
    LONG64 all = 0;
    unsigned i, j;

    effort = given_effort;
    for (i = 0; i < QUESTIONS; i++) {
        if (effort.warm_up) right &= ask_first(&questions[i]);
        for (j = 0; j < THREADS; j++) memset(given[i][j], 0, sizeof given[i][j]);
        questions[i].calls = questions[i].began = 0;
    }
    stress_run(ask_all);
    if (effort.warm_up) return right;
    for (i = 0; i < QUESTIONS; i++) {
        right &= is_right(&questions[i]);
        all += questions[i].calls;
    }
    printf("functions: %d threads, %lld calls of %d kinds\n", THREADS, all, QUESTIONS);
    return right;
}
