/* SPDX-License-Identifier: MIT */
/* What the library exports: its calls, by number. Wine hands in a pointer to the arguments, also for 32-bit programs of a
   64-bit process, whose pointers it has widened; the arguments themselves are the same everywhere. */
#include "cycle_scale.h"
#include "host_calls.h"
#include "measure.h"
#include "process_calls.h"
#include "processor_calls.h"
#include "rseq_area.h"
#include "self_check.h"
#include "thread_clock.h"
#include "thread_question.h"

#include <cpuid.h>

enum { CLOSED, OPENING, OPEN };

/* Once: what the end of threads needs. Two programs' parts may come here at once, as a DLL and a static library. */
static int32_t tell_version(void *arguments)
{
    static int state;
    struct host_version *version = arguments;
    int closed = CLOSED;

    if (__atomic_compare_exchange_n(&state, &closed, OPENING, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        if (!thread_clock_open()) {
            __atomic_store_n(&state, CLOSED, __ATOMIC_RELEASE);
            return HOST_FAILED;
        }
        __atomic_store_n(&state, OPEN, __ATOMIC_RELEASE);
    } else if (closed == OPENING) return HOST_NOT_READY;
    version->version = HOST_VERSION;
    return HOST_DONE;
}

/* Intel SDM and AMD APM, leaf 80000007h, edx bit 8: one rate in every power state. */
static bool counter_is_invariant(void)
{
    unsigned eax, ebx, ecx, edx;

    return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && edx >> 8 & 1;
}

static int32_t take_rate(void *arguments)
{
    static int checked;
    struct host_rate *rate = arguments;

    if (!cycle_scale_set(rate->cycles_per_second)) return HOST_REFUSED;
    if (!__atomic_exchange_n(&checked, 1, __ATOMIC_ACQ_REL))
        thread_clock_start(counter_is_invariant() && rseq_area_find() && self_check_passes(&self_check_of_kernel));
    rate->without_calls = thread_clock_is_fast();
    return HOST_DONE;
}

static int32_t begin_thread(void *arguments)
{
    const struct host_thread_begin *begin = arguments;

    if (!begin->id) return HOST_REFUSED;
    return thread_begin(begin->id) ? HOST_DONE : HOST_FULL;
}

static int32_t end_thread(void *arguments)
{
    (void)arguments;
    thread_end();
    process_published();
    return HOST_DONE;
}

static int32_t own_thread_cycles(void *arguments)
{
    struct thread_record *record = thread_current;
    struct host_cycles *cycles = arguments;

    if (__builtin_expect(!record, 0)) return HOST_UNKNOWN;
    return thread_cycles(record, &cycles->value) ? HOST_DONE : HOST_FAILED;
}

static int32_t own_thread_times(void *arguments)
{
    struct thread_record *record = thread_current;
    struct host_own_times *times = arguments;
    struct cpu_split split;

    if (!record) return HOST_UNKNOWN;
    if (!linux_thread_times(&split)) return HOST_FAILED;
    if (times->creation) __atomic_store_n(&record->creation, times->creation, __ATOMIC_RELAXED);
    times->creation = __atomic_load_n(&record->creation, __ATOMIC_RELAXED);
    times->total = split.total;
    times->kernel = split.kernel;
    return HOST_DONE;
}

static int32_t any_thread(void *arguments)
{
    return thread_question(arguments) ? HOST_DONE : HOST_UNKNOWN;
}

static int32_t process_cycles(void *arguments)
{
    struct host_cycles *cycles = arguments;
    uint64_t time;

    if (!cycle_scale_rate()) return HOST_NOT_READY;
    if (!linux_process_clock(&time)) return HOST_FAILED;
    process_published();
    cycles->value = cycles_from_ns(time);
    return HOST_DONE;
}

static int32_t process_times(void *arguments)
{
    struct host_times *times = arguments;
    struct cpu_split split;

    if (!linux_process_times(&split)) return HOST_FAILED;
    process_published();
    times->total = split.total;
    times->kernel = split.kernel;
    return HOST_DONE;
}

static int32_t take_measure(void *arguments)
{
    return measure(arguments) ? HOST_DONE : HOST_REFUSED;
}

#define EXPORTED __attribute__((visibility("default")))
#define CALLS { \
    [HOST_CALL_VERSION] = tell_version, \
    [HOST_CALL_RATE] = take_rate, \
    [HOST_CALL_THREAD_BEGIN] = begin_thread, \
    [HOST_CALL_THREAD_END] = end_thread, \
    [HOST_CALL_OWN_THREAD_CYCLES] = own_thread_cycles, \
    [HOST_CALL_OWN_THREAD_TIMES] = own_thread_times, \
    [HOST_CALL_THREAD] = any_thread, \
    [HOST_CALL_PROCESS_CYCLES] = process_cycles, \
    [HOST_CALL_PROCESS_TIMES] = process_times, \
    [HOST_CALL_MEASURE] = take_measure, \
    [HOST_CALL_PROCESSORS] = call_processors, \
    [HOST_CALL_IDLE_STATE_COUNT] = call_idle_state_count, \
    [HOST_CALL_IDLE_STATE] = call_idle_state, \
    [HOST_CALL_PROCESS_BEGIN] = call_process_begin, \
    [HOST_CALL_PROCESS_END] = call_process_end, \
    [HOST_CALL_PROCESS] = call_process, \
}

/* The names that Wine looks for. */
extern int32_t (*const __wine_unix_call_funcs[HOST_CALLS])(void *) EXPORTED;
extern int32_t (*const __wine_unix_call_wow64_funcs[HOST_CALLS])(void *) EXPORTED;
int32_t (*const __wine_unix_call_funcs[HOST_CALLS])(void *) = CALLS;
int32_t (*const __wine_unix_call_wow64_funcs[HOST_CALLS])(void *) = CALLS;
