/* SPDX-License-Identifier: MIT */
/* Two of the eight threads duplicate and close handles of all kinds, whose numbers are used again at once; the others ask
   about these numbers. What such a query returns is unknown; but it may be refused as a bad handle only, and two who
   did nothing all the while, a suspended thread and a waiting process, must have had nothing added from others. */
#include "calls.h"
#include "cycletime.h"
#include "run_process.h"
#include "stress.h"

#include <stdio.h>
#include <string.h>

enum { NUMBERS = 32, CHANGERS = 2 };

enum kind { OWN_THREAD, IDLE_THREAD, OWN_PROCESS, IDLE_PROCESS, EVENT, WEAK_THREAD, WEAK_PROCESS, KINDS };

static HANDLE sources[KINDS], numbers[NUMBERS];
static struct effort effort;
static ULONG64 began;
static LONG64 changes, answers, refusals;
static struct fault strange = { "a bad handle was refused for another reason", 0 };
static struct fault changed = { "who did nothing has other figures, of call", 0 };

static BOOL is_over(void)
{
    return tsc() - began >= ticks_of_ms(effort.ms);
}

static void change(ULONG64 random)
{
    HANDLE fresh = NULL, old;

    if (random >> 32 & 3)
        DuplicateHandle(GetCurrentProcess(), sources[random % KINDS], GetCurrentProcess(), &fresh, 0, FALSE,
                        DUPLICATE_SAME_ACCESS);
    old = InterlockedExchangePointer(&numbers[(random >> 40) % NUMBERS], fresh);
    if (old) CloseHandle(old);
    InterlockedIncrement64(&changes);
}

/* Wine's own functions, too, ask twice, and may find one thing and then another. */
static void ask_one(ULONG64 random)
{
    const enum which which = random % calls_here();
    struct answer answer = ask(which, numbers[(random >> 32) % NUMBERS]);

    if (answer.done) {
        InterlockedIncrement64(&answers);
        return;
    }
    InterlockedIncrement64(&refusals);
    if (answer.error != ERROR_INVALID_HANDLE && answer.error != ERROR_ACCESS_DENIED)
        fault_note(&strange, answer.error, which, 0);
}

static DWORD WINAPI take_part(void *number)
{
    ULONG64 random = (ULONG_PTR)number;

    while (!is_over())
        if ((ULONG_PTR)number < CHANGERS) change(next_random(&random));
        else ask_one(next_random(&random));
    return 0;
}

static DWORD WINAPI do_nothing(void *argument)
{
    (void)argument;
    return 0;
}

static void open_all(struct program *idle)
{
    program_start(idle, beside(L"newborn.exe"), L"newborn.exe wait", NULL, NULL);
    sources[OWN_THREAD] = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, GetCurrentThreadId());
    sources[IDLE_THREAD] = CreateThread(NULL, 0, do_nothing, NULL, CREATE_SUSPENDED, NULL);
    sources[OWN_PROCESS] = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, GetCurrentProcessId());
    sources[IDLE_PROCESS] = idle->process;
    sources[EVENT] = CreateEventW(NULL, FALSE, FALSE, NULL);
    sources[WEAK_THREAD] = OpenThread(SYNCHRONIZE, FALSE, GetCurrentThreadId());
    sources[WEAK_PROCESS] = OpenProcess(SYNCHRONIZE, FALSE, GetCurrentProcessId());
}

static void close_all(struct program *idle)
{
    unsigned i;

    for (i = 0; i < NUMBERS; i++)
        if (numbers[i]) CloseHandle(numbers[i]);
    memset(numbers, 0, sizeof numbers);
    ResumeThread(sources[IDLE_THREAD]);
    WaitForSingleObject(sources[IDLE_THREAD], INFINITE);
    program_end(idle);
    for (i = 0; i < KINDS; i++)
        if (i != IDLE_PROCESS) CloseHandle(sources[i]);
    program_close(idle);
}

static BOOL is_same(const struct answer left[CALLS], const struct answer right[CALLS])
{
    enum which which;
    unsigned i;

    for (which = 0; which < calls_here(); which++)
        for (i = 0; i < calls[which].outputs; i++)
            if (left[which].outputs[i] != right[which].outputs[i]) return FALSE;
    return TRUE;
}

static void read_idle(struct answer idle[CALLS])
{
    enum which which;

    for (which = 0; which < calls_here(); which++)
        idle[which] = assert_answered(which, sources[calls[which].of_thread ? IDLE_THREAD : IDLE_PROCESS]);
}

/* Until the process waits, its figures change. On a busy machine it may take long to begin. */
static void await_idle(struct answer before[CALLS])
{
    struct answer now[CALLS] = { 0 };
    int same;

    read_idle(before);
    for (same = 0; same < 5; same++) {
        Sleep(100);
        read_idle(now);
        if (!is_same(before, now)) same = -1;
        memcpy(before, now, sizeof now);
    }
}

static void compare_idle(const struct answer before[CALLS], const struct answer after[CALLS])
{
    enum which which;
    unsigned i;

    for (which = 0; which < calls_here(); which++)
        for (i = 0; i < calls[which].outputs; i++)
            if (before[which].outputs[i] != after[which].outputs[i])
                fault_note(&changed, which, after[which].outputs[i], before[which].outputs[i]);
}

BOOL handles_part(struct effort given_effort)
{
    struct answer before[CALLS], after[CALLS];
    struct program idle;

    effort = given_effort;
    changes = answers = refusals = 0;
    open_all(&idle);
    await_idle(before);
    began = tsc();
    stress_run(take_part);
    read_idle(after);
    compare_idle(before, after);
    close_all(&idle);
    if (effort.warm_up) return TRUE;
    printf("handles: %lld changes; %lld questions answered, %lld refused, %ld strangely; %ld figures of the idle changed\n",
           changes, answers, refusals, strange.count, changed.count);
    return answers > 1000 && refusals > 100 && !strange.count && !changed.count;
}
