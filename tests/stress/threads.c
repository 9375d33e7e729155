/* SPDX-License-Identifier: MIT */
/* Half of the eight threads create threads, which ask about themselves and end; the other half asks about those. */
#include "created_objects.h"
#include "stress.h"

#include <stdio.h>

/* One in WORKING runs for 5 ms, which nobody else may get; one in ASKED is asked about by others, who would keep Wine's
   server from creating. */
enum { MANY_THREADS = 100000, LEAST_THREADS = 2000, WORKING = 256, ASKED = 8 };

static struct effort effort;
static ULONG64 began;
static LONG64 created, asked, left;
static struct object_faults faults;
static struct fault foreign = { "a thread got another's", 0 };

struct newborn {
    ULONG64 born;
    BOOL works;
};

static DWORD WINAPI live(void *argument)
{
    struct newborn *newborn = argument;
    const ULONG64 slack = with_unixlib() ? ticks_of_ms(1) : 2 * coarseness();
    struct answer answer = ask(THREAD_CYCLES, GetCurrentThread());
    const ULONG64 passed = tsc() - newborn->born;

    if (!answer.done || answer.outputs[0] > passed + passed / 100 + slack)
        fault_note(&foreign, answer.error, answer.outputs[0], passed);
    if (newborn->works) spin(ticks_of_ms(5));
    return 0;
}

/* On a busy machine a time would be over before there were enough, and a warm-up's before all has grown that grows once. */
static BOOL is_over(void)
{
    if (created < LEAST_THREADS) return FALSE;
    if (!effort.warm_up && with_unixlib()) return created >= MANY_THREADS / 100 * effort.percent;
    return tsc() - began >= ticks_of_ms(effort.ms);
}

static void create(ULONG64 number)
{
    struct newborn newborn = { tsc(), number % WORKING == 0 };
    HANDLE thread = CreateThread(NULL, 0x10000, live, &newborn, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);

    must(thread != NULL, "CreateThread");
    created_object_await(thread, newborn.born);
    CloseHandle(thread);
}

static DWORD WINAPI take_part(void *number)
{
    ULONG64 random = (ULONG_PTR)number;

    if (random % 2) {
        while (!is_over()) create(InterlockedIncrement64(&created));
        InterlockedDecrement64(&left);
        return 0;
    }
    while (left)
        if (asked * ASKED <= created && created_objects_ask(next_random(&random), THREAD_CYCLES, THREAD_TIMES, &faults))
            InterlockedIncrement64(&asked);
        else Sleep(1);
    return 0;
}

BOOL threads_part(struct effort given_effort)
{
    effort = given_effort;
    began = tsc();
    created = asked = 0;
    left = THREADS / 2;
    stress_run(take_part);
    created_objects_end();
    if (effort.warm_up) return TRUE;
    printf("threads: %lld created and ended, %ld reported another's\n", created, foreign.count);
    return object_faults_none("threads", &faults) && !foreign.count;
}
