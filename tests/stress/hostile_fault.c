/* SPDX-License-Identifier: MIT */
/* Every function, with memory of every kind that cannot be used: on Windows they then fault in their caller, and may; a
   lock that such a fault left behind would stop a later call. */
#include "calls.h"
#include "cycletime.h"
#include "hostile.h"
#include "trap.h"

static PVOID landing[5];
static BOOL is_flying;

/* Out of the function that faulted, back to the call below. */
static LONG CALLBACK land(EXCEPTION_POINTERS *exception)
{
    const DWORD code = exception->ExceptionRecord->ExceptionCode;

    if (!is_flying || (code != EXCEPTION_ACCESS_VIOLATION && code != EXCEPTION_GUARD_PAGE))
        return EXCEPTION_CONTINUE_SEARCH;
    is_flying = FALSE;
    __builtin_longjmp(landing, 1);
}

static void thread_or_process(PVOID memory)
{
    const struct call *call = &calls[pick(calls_here())];
    ULONG64 others[OUTPUTS];
    void *outputs[OUTPUTS];
    unsigned i;

    for (i = 0; i < OUTPUTS; i++) outputs[i] = &others[i];
    if (call->outputs) outputs[pick(call->outputs)] = memory;
    call->ask(pick(2) ? GetCurrentThread() : GetCurrentProcess(), outputs);
}

static void clock_or_rate(PVOID memory)
{
    switch (pick(7)) {
    case 0: QueryInterruptTime(memory); break;
    case 1: QueryInterruptTimePrecise(memory); break;
    case 2: QueryUnbiasedInterruptTime(memory); break;
    case 3: QueryUnbiasedInterruptTimePrecise(memory); break;
    case 4: CycletimeQueryFrequency(memory); break;
    case 5: CycletimeQueryUnixlibState(memory); break;
    default: CycletimeQueryUnixlibClock(memory);
    }
}

/* The buffer or its length. */
static void array(PVOID memory)
{
    static BYTE good[FIELD];
    ULONG length = sizeof good;
    PULONG reported = pick(2) ? &length : memory;
    PVOID buffer = reported == &length ? memory : good;

    switch (pick(6)) {
    case 0: QueryIdleProcessorCycleTime(reported, buffer); break;
    case 1: QueryIdleProcessorCycleTimeEx(0, reported, buffer); break;
    case 2: GetProcessorSystemCycleTime(0, buffer, reported); break;
    case 3: CycletimeQueryProcessorPerformance(0, reported, buffer); break;
    case 4: CycletimeQueryProcessorIdle(0, reported, buffer); break;
    default:
        if (!pick(64)) CycletimeQueryProcesses(reported, buffer);
    }
}

static void idle_states(PVOID memory)
{
    switch (pick(3)) {
    case 0: CycletimeQueryIdleStates(0, 0, 0x100, memory); break;
    case 1: CycletimeQueryIdleStatesV2(0, 0, 0x100, memory); break;
    default: CycletimeQueryIdleStateCount(0, 0, memory);
    }
}

static void system_times(PVOID memory)
{
    FILETIME times[3];
    FILETIME *outputs[3] = { &times[0], &times[1], &times[2] };

    outputs[pick(3)] = memory;
    GetSystemTimes(outputs[0], outputs[1], outputs[2]);
}

static void call_exported(PVOID memory)
{
    static void (*const kinds[])(PVOID) = { thread_or_process, clock_or_rate, array, idle_states, system_times };

    if (__builtin_setjmp(landing)) return;
    is_flying = TRUE;
    kinds[pick(ARRAYSIZE(kinds))](memory);
    is_flying = FALSE;
}

const char *hostile_fault_call(void)
{
    const struct trap trap = trap_make(pick(TRAPS), 8);
    static PVOID handler;

    if (!handler) handler = AddVectoredExceptionHandler(1, land);
    call_exported(trap.at);
    trap_free(&trap);
    return NULL;
}
