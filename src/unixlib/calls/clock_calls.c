/* SPDX-License-Identifier: MIT */
/* The calls about clocks: a moment, the clock source, the costs of reading. */
#include "unixlib/calls/functions.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/thread_clock.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const struct clock_source sources[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { linux_raw_clock, NULL, linux_least_call, tsc_is_coarse, tsc_read_ordered, 0, false },
    [UNIXLIB_SCALE_BOOT] = { linux_time_since_boot, linux_boot_clock, linux_least_call, tsc_is_coarse, tsc_read_ordered, 0,
                             false },
    [UNIXLIB_SCALE_DATE] = { linux_time_since_1970, NULL, linux_least_call, tsc_is_coarse, tsc_read_ordered,
                             .epoch = 116444736000000000, .can_be_set = true },
};

static struct fitted_clock clocks[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { .source = &sources[UNIXLIB_SCALE_RAW] },
    [UNIXLIB_SCALE_BOOT] = { .source = &sources[UNIXLIB_SCALE_BOOT] },
    [UNIXLIB_SCALE_DATE] = { .source = &sources[UNIXLIB_SCALE_DATE] },
};

/* The first caller's memory becomes the scale for all callers: a DLL and a static library may be in the process at once. */
int32_t call_moment(void *arguments)
{
    struct unixlib_moment *moment = arguments;
    struct tsc_scale *brought = (struct tsc_scale *)(uintptr_t)moment->scale, *scale = NULL;
    struct clock_moment now;

    if (moment->clock >= UNIXLIB_SCALES || (uintptr_t)brought != moment->scale || moment->scale % sizeof *brought)
        return UNIXLIB_REFUSED;
    if (__atomic_compare_exchange_n(&clocks[moment->clock].scale, &scale, brought, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        scale = brought;
    if (!scale) return UNIXLIB_REFUSED;
    if (!fitted_clock_read(&clocks[moment->clock], &now)) return UNIXLIB_FAILED;
    moment->scale = (uintptr_t)scale;
    moment->time = now.time;
    moment->asleep = now.asleep;
    return UNIXLIB_DONE;
}

/* The name is empty where Linux does not name its clock source. */
int32_t call_clock_source(void *arguments)
{
    const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    struct unixlib_clock_source *source = arguments, found = { .padding = 0 };
    const ssize_t length = file < 0 ? 0 : read(file, found.name, sizeof found.name - 1);
    uint32_t which;

    if (file >= 0) close(file);
    found.name[length > 0 ? length : 0] = 0;
    found.name[strcspn(found.name, "\n")] = 0;
    for (which = 0; which < UNIXLIB_SCALES; which++) found.readings[which] = clock_reading(&sources[which]);
    *source = found;
    return UNIXLIB_DONE;
}

/* The life of a thread has an id that none of the last 65,536 threads had. No thread of Windows has an id as high as
   these. */
static bool run_measured(uint32_t what)
{
    static uint32_t begun;
    struct timespec time;
    struct rusage usage;
    uint64_t cycles;
    bool is_done;

    switch (what) {
    case UNIXLIB_MEASURED_PROCESS_CLOCK: return !clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    case UNIXLIB_MEASURED_PROCESS_TIMES:
        return !clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) && !getrusage(RUSAGE_SELF, &usage);
    default:
        is_done = thread_begin(0x40000000 + __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED) % 0x10000 * 4, 0);
        if (is_done) process_publish_thread(thread_current, NULL);
        if (is_done && what == UNIXLIB_MEASURED_THREAD_LIFE_AND_QUESTION)
            is_done = thread_read_cycles(thread_current, &cycles);
        thread_end();
        return is_done;
    }
}

/* Returns ARGUMENT; NULL: the measurement failed. */
static void *run_rounds(void *argument)
{
    struct unixlib_measure *measure = argument;
    uint64_t begin, end;
    uint32_t i;

    if (!linux_steady_clock(&begin)) return NULL;
    for (i = 0; i < measure->rounds; i++)
        if (!run_measured(measure->what)) return NULL;
    if (!linux_steady_clock(&end)) return NULL;
    measure->nanoseconds = end - begin;
    return measure;
}

/* A thread's life is measured in a new thread: the caller must keep its own entry. */
int32_t call_measure(void *arguments)
{
    struct unixlib_measure *asked = arguments;
    pthread_t thread;
    void *done;

    if (asked->what >= UNIXLIB_MEASURED_COUNT || !asked->rounds) return UNIXLIB_REFUSED;
    if (asked->what < UNIXLIB_MEASURED_THREAD_LIFE) done = run_rounds(asked);
    else if (pthread_create(&thread, NULL, run_rounds, asked) || pthread_join(thread, &done)) return UNIXLIB_REFUSED;
    return done ? UNIXLIB_DONE : UNIXLIB_REFUSED;
}
