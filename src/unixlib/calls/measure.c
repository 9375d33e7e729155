/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/call.h"
#include "unixlib/calls/process_calls.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/threads/thread_clock.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

static bool read_process_clock(void)
{
    struct timespec time;

    return !clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
}

static bool read_process_times(void)
{
    struct rusage usage;

    return read_process_clock() && !getrusage(RUSAGE_SELF, &usage);
}

/* Begins the life of a thread with an id that none of the last 65,536 threads had. No thread of Windows has an id as high
   as these. */
static bool begin_life(void)
{
    static uint32_t begun;

    if (!thread_begin(0x40000000 + __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED) % 0x10000 * 4, 0)) return false;
    process_publish_thread(thread_current, NULL);
    return true;
}

static bool live_as_thread(void)
{
    const bool has_begun = begin_life();

    thread_end();
    return has_begun;
}

static bool live_and_query_cycles(void)
{
    uint64_t cycles;
    const bool is_known = begin_life() && thread_cycles(thread_current, &cycles);

    thread_end();
    return is_known;
}

static bool (*const measured[])(void) = {
    [UNIXLIB_MEASURED_PROCESS_CLOCK] = read_process_clock,
    [UNIXLIB_MEASURED_PROCESS_TIMES] = read_process_times,
    [UNIXLIB_MEASURED_THREAD_LIFE] = live_as_thread,
    [UNIXLIB_MEASURED_THREAD_LIFE_AND_QUESTION] = live_and_query_cycles,
};

/* Returns ARGUMENT; NULL: the measurement failed. */
static void *run_rounds(void *argument)
{
    struct unixlib_measure *measure = argument;
    uint64_t begin, end;
    uint32_t i;

    if (!linux_steady_clock(&begin)) return NULL;
    for (i = 0; i < measure->rounds; i++)
        if (!measured[measure->what]()) return NULL;
    if (!linux_steady_clock(&end)) return NULL;
    measure->nanoseconds = end - begin;
    return measure;
}

/* Measures in a new thread: the measured functions begin and end an entry of the thread that runs them, and the caller must
   keep its own entry. */
static void *run_rounds_in_thread(struct unixlib_measure *asked)
{
    pthread_t thread;
    void *done;

    return pthread_create(&thread, NULL, run_rounds, asked) || pthread_join(thread, &done) ? NULL : done;
}

int32_t call_measure(void *arguments)
{
    struct unixlib_measure *asked = arguments;

    if (asked->what >= sizeof measured / sizeof *measured || !asked->rounds) return UNIXLIB_REFUSED;
    return (asked->what < UNIXLIB_MEASURED_THREAD_LIFE ? run_rounds(asked) : run_rounds_in_thread(asked)) ? UNIXLIB_DONE
                                                                                                          : UNIXLIB_REFUSED;
}
