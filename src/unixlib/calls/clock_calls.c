/* SPDX-License-Identifier: MIT */
/* The calls about clocks: a moment, the clock source, the costs of reading. */
#include "unixlib/calls/functions.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/threads/thread_clock.h"

#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static bool read_asleep(uint64_t *asleep)
{
    uint64_t boot;

    return linux_boot_clock(&boot, asleep);
}

static bool is_coarse(uint64_t rate)
{
    return tsc_is_coarse(tsc_read, rate);
}

static const struct clock_source sources[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { .read = linux_raw_clock,
                            .call = linux_least_call,
                            .is_coarse = is_coarse,
                            .read_tsc = tsc_read_ordered },
    [UNIXLIB_SCALE_BOOT] = { .read = linux_time_since_boot,
                             .read_asleep = read_asleep,
                             .call = linux_least_call,
                             .is_coarse = is_coarse,
                             .read_tsc = tsc_read_ordered },
    [UNIXLIB_SCALE_DATE] = { .read = linux_time_since_1970,
                             .call = linux_least_call,
                             .is_coarse = is_coarse,
                             .read_tsc = tsc_read_ordered,
                             .epoch = 116444736000000000,
                             .can_be_set = true },
};

static struct fitted_clock clocks[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { .source = &sources[UNIXLIB_SCALE_RAW] },
    [UNIXLIB_SCALE_BOOT] = { .source = &sources[UNIXLIB_SCALE_BOOT] },
    [UNIXLIB_SCALE_DATE] = { .source = &sources[UNIXLIB_SCALE_DATE] },
};

/* The first caller's memory becomes the scale for all callers: a DLL and a static library may be in the process at once. */
static struct tsc_scale *scale_of(uint32_t which, uint64_t address)
{
    struct tsc_scale *brought = (struct tsc_scale *)(uintptr_t)address, *scale = NULL;

    if ((uintptr_t)brought != address || address % sizeof *brought) return NULL;
    if (!__atomic_compare_exchange_n(&clocks[which].scale, &scale, brought, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        && scale)
        return scale;
    return brought;
}

int32_t call_moment(void *arguments)
{
    struct unixlib_moment *moment = arguments;
    struct tsc_scale *scale = moment->clock < UNIXLIB_SCALES ? scale_of(moment->clock, moment->scale) : NULL;
    struct clock_moment now;

    if (!scale) return UNIXLIB_REFUSED;
    if (!fitted_clock_read(&clocks[moment->clock], &now)) return UNIXLIB_FAILED;
    moment->scale = (uintptr_t)scale;
    moment->time = now.time;
    moment->asleep = now.asleep;
    return UNIXLIB_DONE;
}

/* NAME is empty where Linux does not name its clock source. */
static void read_name(char *name, size_t size)
{
    const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : read(file, name, size - 1);

    if (file >= 0) close(file);
    name[length > 0 ? length : 0] = 0;
    name[strcspn(name, "\n")] = 0;
}

int32_t call_clock_source(void *arguments)
{
    struct unixlib_clock_source *source = arguments, found = { .padding = 0 };
    uint32_t which;

    read_name(found.name, sizeof found.name);
    for (which = 0; which < UNIXLIB_SCALES; which++) found.readings[which] = clock_reading(&sources[which]);
    *source = found;
    return UNIXLIB_DONE;
}

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
