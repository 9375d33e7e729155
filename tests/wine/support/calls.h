/* SPDX-License-Identifier: MIT */
/* The functions under test in one form, and all results of one call. */
#ifndef CALLS_H
#define CALLS_H

#include "support.h"

enum which { THREAD_CYCLES, PROCESS_CYCLES, THREAD_TIMES, PROCESS_TIMES, THREAD_CPU_TIME, PROCESS_CPU_TIME, CALLS };

enum { OUTPUTS = 4 };

struct call {
    const char *name;
    BOOL (*ask)(HANDLE handle, void *const outputs[OUTPUTS]);
    unsigned outputs;  /* of 8 bytes each */
    BOOL of_thread;
    BOOL null_allowed;
};

extern const struct call calls[CALLS];

/* The pseudo handle of what it asks about: this thread, or this process. */
HANDLE own_handle(enum which which);

/* How many of them answer on this machine: without an invariant TSC not the last two. */
enum which calls_here(void);

struct answer {
    BOOL done;
    DWORD error;
    ULONG64 outputs[OUTPUTS];
};

struct answer ask(enum which which, HANDLE handle);

/* Both check all results: TRUE, last error untouched and exactly the outputs; or FALSE, the error, no output. */
#define assert_answered(which, handle) assert_answered_at(which, handle, __FILE__, __LINE__)
#define assert_refused(which, handle, error) assert_refused_at(which, handle, error, __FILE__, __LINE__)
struct answer assert_answered_at(enum which which, HANDLE handle, const char *file, int line);
void assert_refused_at(enum which which, HANDLE handle, DWORD error, const char *file, int line);

#define cycles_of(which, handle) (assert_answered(which, handle).outputs[0])
#define times_of(which, handle) times_of_answer(assert_answered(which, handle))
struct times times_of_answer(struct answer answer);

#define assert_same_times(a, b) \
    do { \
        assert_int_equal((a).creation, (b).creation); \
        assert_int_equal((a).exit, (b).exit); \
    } while (0)

#define LINUX_AHEAD (5 * STEP)

/* Kernel and user each, between two others of the same thread or process, as the system sees them. These lag behind Linux's
   clock, which the unixlib asks: they are rounded down to 10 ms each, and were seen 40 ms behind in all. */
#define assert_between(before, times, after) \
    do { \
        const ULONG64 more = with_unixlib() ? LINUX_AHEAD : 0; \
        assert_in_range((times).kernel + more, (before).kernel, (after).kernel + 2 * more); \
        assert_in_range((times).user + more, (before).user, (after).user + 2 * more); \
        assert_in_range(total(times), total(before), total(after) + more); \
    } while (0)

/* Under Wine cycles are the CPU time that lies between two readings; 1 % for the rates, which are measured apart. Windows'
   times are samples, so its cycles may be more or less than these. */
#define assert_cycles_between(before, cycles, after) \
    do { \
        const ULONG64 more = with_unixlib() ? ticks_of_100ns(LINUX_AHEAD) : 0; \
        if (is_wine()) \
            assert_in_range(cycles, ticks_of_100ns(total(before)) / 100 * 99, \
                            ticks_of_100ns(total(after)) / 100 * 101 + 1 + more); \
    } while (0)

/* On Windows cycles lie between two readings of the system's own counter. */
#define assert_cycles_counted(before, cycles, after) \
    do { \
        if (!is_wine()) assert_true((before) > 0); \
        if (!is_wine()) assert_in_range(cycles, before, after); \
    } while (0)

#endif
