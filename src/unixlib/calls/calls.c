/* SPDX-License-Identifier: MIT */
/* The calls that the library exports, by number. Wine passes a pointer to the arguments, which it has widened for 32-bit
   programs of a 64-bit process; the arguments themselves are the same for every word size. */
#include "unixlib/calls/functions.h"
#include "unixlib/shared_file/announcement.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/thread_clock.h"

#include <unistd.h>

/* The first call opens what the end of threads needs. Two parts of a program, such as a DLL and a static library, may call
   at once. */
static int32_t call_version(void *arguments)
{
    enum { CLOSED, OPENING, OPEN };
    static int state;
    struct unixlib_version *version = arguments;
    int closed = CLOSED;

    if (__atomic_compare_exchange_n(&state, &closed, OPENING, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        if (!thread_clock_open()) {
            __atomic_store_n(&state, CLOSED, __ATOMIC_RELEASE);
            return UNIXLIB_FAILED;
        }
        __atomic_store_n(&state, OPEN, __ATOMIC_RELEASE);
    } else if (closed == OPENING) return UNIXLIB_NOT_READY;
    version->version = UNIXLIB_VERSION;
    return UNIXLIB_DONE;
}

static int32_t take_rate(void *arguments)
{
    struct unixlib_rate *rate = arguments;
    uint64_t found = rate->cycles_per_second;

    if (!found && !tsc_conversion_rate()) found = tsc_rate_get(NULL);
    if (found ? !tsc_conversion_set(found) : !tsc_conversion_rate()) return UNIXLIB_REFUSED;
    rate->cycles_per_second = tsc_conversion_rate();
    return UNIXLIB_DONE;
}

/* Memory of the Windows side lies where all of its programs can read it. The table is put into the memory of the first
   caller that brings some. */
static int32_t place_thread_table(void *arguments)
{
    struct unixlib_thread_table *table = arguments;
    void *memory = (void *)(uintptr_t)table->address;

    if (table->address
        && ((uintptr_t)memory != table->address || table->address % THREAD_CLOCK_SNAPSHOT_SIZE
            || table->size < thread_table_size))
        return UNIXLIB_REFUSED;
    table->layout = THREAD_ENTRY_LAYOUT;
    table->size = thread_table_size;
    table->address = (uintptr_t)thread_table_place(memory);
    return UNIXLIB_DONE;
}

static int32_t call_own_clock(void *arguments)
{
    struct unixlib_own_clock *clock = arguments;

    clock->method = thread_clock_method();
    return UNIXLIB_DONE;
}

static int32_t call_own_snapshot(void *arguments)
{
    struct thread_entry *entry = thread_current;
    struct unixlib_own_snapshot *snapshot = arguments;
    const enum unixlib_clock method = thread_clock_method();

    if (!entry) return UNIXLIB_UNKNOWN;
    if (method == UNIXLIB_CLOCK_UNDECIDED || entry->area_state == AREA_UNTRIED) return UNIXLIB_NOT_READY;
    snapshot->address = method == UNIXLIB_CLOCK_TSC ? (uintptr_t)&entry->snapshot : 0;
    snapshot->layout = THREAD_ENTRY_LAYOUT;
    snapshot->trusted = __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED);
    return UNIXLIB_DONE;
}

/* DllMain makes this call under the loader's lock. The preload library has begun most threads before. A thread that is
   terminated while it writes its entry would leave the entry unusable, so it is not terminated there; a thread that
   begins at once is known to no other thread yet. */
static int32_t begin_thread(void *arguments)
{
    const struct unixlib_thread_begin *begin = arguments;
    sigset_t signals;
    bool has_begun;

    if (!begin->id) return UNIXLIB_REFUSED;
    if (thread_current && thread_current->id == begin->id) return UNIXLIB_DONE;
    if (begin->at_once) {
        has_begun = thread_begin(begin->id, begin->creation);
        if (has_begun) process_publish_thread(thread_current, NULL);
    } else {
        signals = termination_defer();
        has_begun = thread_begin(begin->id, begin->creation);
        termination_allow(signals);
    }
    return has_begun ? UNIXLIB_DONE : UNIXLIB_FULL;
}

static int32_t own_thread_cycles(void *arguments)
{
    struct thread_entry *entry = thread_current;
    struct unixlib_cycles *cycles = arguments;

    if (__builtin_expect(!entry, 0)) return UNIXLIB_UNKNOWN;
    return thread_read_cycles(entry, &cycles->value) ? UNIXLIB_DONE : UNIXLIB_FAILED;
}

static int32_t call_own_times(void *arguments)
{
    struct thread_entry *entry = thread_current;
    struct unixlib_own_times *times = arguments;
    struct unixlib_times split;
    uint64_t tsc;

    if (!entry) return UNIXLIB_UNKNOWN;
    if (!thread_read_times(entry, &split, &tsc)) return UNIXLIB_FAILED;
    if (times->creation) __atomic_store_n(&entry->creation, times->creation, __ATOMIC_RELAXED);
    times->creation = __atomic_load_n(&entry->creation, __ATOMIC_RELAXED);
    times->total = split.total;
    times->kernel = split.kernel;
    times->tsc = tsc;
    return UNIXLIB_DONE;
}

static int32_t call_process_cycles(void *arguments)
{
    struct unixlib_cycles *cycles = arguments;
    uint64_t time;

    if (!tsc_conversion_rate()) return UNIXLIB_NOT_READY;
    if (!linux_cpu_clock(CLOCK_PROCESS_CPUTIME_ID, &time)) return UNIXLIB_FAILED;
    process_publish_times_at(time);
    cycles->value = tsc_cycles_from_ns(time);
    return UNIXLIB_DONE;
}

static int32_t call_process_times(void *arguments)
{
    struct unixlib_times *times = arguments;

    if (!linux_cpu_times(RUSAGE_SELF, times)) return UNIXLIB_FAILED;
    process_publish_times_at(times->total);
    return UNIXLIB_DONE;
}

static int32_t call_clocks(void *arguments)
{
    struct unixlib_clocks *clocks = arguments;
    uint64_t raw, boot, asleep;

    if (!linux_raw_clock(&raw) || !linux_boot_clock(&boot, &asleep)) return UNIXLIB_FAILED;
    *clocks = (struct unixlib_clocks){ raw, boot, asleep };
    return UNIXLIB_DONE;
}

_Static_assert((int)UNIXLIB_PROGRAM_NAME == (int)PROCESS_NAME_SIZE, "a program's name");

static int32_t take_program(void *arguments)
{
    const struct unixlib_program *program = arguments;
    struct publisher *publisher = process_publisher();

    if (program->name[UNIXLIB_PROGRAM_NAME - 1]) return UNIXLIB_REFUSED;
    if (!publisher) return UNIXLIB_FAILED;
    publisher->own.process.flags = program->is_wines ? ENTRY_IS_WINES : 0;
    if (!program->run) return UNIXLIB_DONE;
    publisher->own.process.run = program->run;
    memcpy(publisher->own.process.name, program->name, sizeof program->name);
    announcement_write(
        publisher, (struct announced_process){ .prefix = publisher->prefix, .id = program->id, .pid = (uint32_t)getpid() });
    return UNIXLIB_DONE;
}

/* Every page is written to before any is changed. At a fault Wine ends the call here, with the exception's code as the
   status. */
static int32_t copy_memory(void *arguments)
{
    enum { PAGE = 4096 };
    struct unixlib_copy *asked = arguments;
    const struct unixlib_copy copy = *asked;
    volatile uint64_t *const where = &asked->at;
    char *const to = (char *)(uintptr_t)copy.to, *const end = to + (size_t)copy.size;
    char *at;

    for (at = to; at < end; at = (char *)(((uintptr_t)at | (PAGE - 1)) + 1)) {
        *where = (uintptr_t)at;
        __atomic_fetch_or(at, 0, __ATOMIC_RELAXED);
    }
    *where = copy.from;
    memcpy(to, (const char *)(uintptr_t)copy.from, (size_t)copy.size);
    return UNIXLIB_DONE;
}

#define EXPORTED __attribute__((visibility("default")))

/* Wine finds the table by these names; its functions are the same for 32-bit programs in a 64-bit Wine.
   Wine: unixlib-table. */
extern int32_t (*const __wine_unix_call_funcs[UNIXLIB_CALLS])(void *) EXPORTED;
extern int32_t (*const __wine_unix_call_wow64_funcs[UNIXLIB_CALLS])(void *) EXPORTED
    __attribute__((alias("__wine_unix_call_funcs")));
int32_t (*const __wine_unix_call_funcs[UNIXLIB_CALLS])(void *) = {
    [UNIXLIB_CALL_VERSION] = call_version,
    [UNIXLIB_CALL_RATE] = take_rate,
    [UNIXLIB_CALL_THREAD_BEGIN] = begin_thread,
    [UNIXLIB_CALL_OWN_THREAD_CYCLES] = own_thread_cycles,
    [UNIXLIB_CALL_OWN_THREAD_TIMES] = call_own_times,
    [UNIXLIB_CALL_THREAD] = call_thread,
    [UNIXLIB_CALL_PROCESS_CYCLES] = call_process_cycles,
    [UNIXLIB_CALL_PROCESS_TIMES] = call_process_times,
    [UNIXLIB_CALL_MEASURE] = call_measure,
    [UNIXLIB_CALL_PROCESSORS] = call_processors,
    [UNIXLIB_CALL_IDLE_STATE_COUNT] = call_idle_state_count,
    [UNIXLIB_CALL_IDLE_STATE] = call_idle_state,
    [UNIXLIB_CALL_SYSTEM] = call_system,
    [UNIXLIB_CALL_FREQUENCIES] = call_frequencies,
    [UNIXLIB_CALL_PROCESS_BEGIN] = call_process_begin,
    [UNIXLIB_CALL_PROCESS_END] = call_process_end,
    [UNIXLIB_CALL_PROCESS] = call_process,
    [UNIXLIB_CALL_CLOCKS] = call_clocks,
    [UNIXLIB_CALL_THREAD_TABLE] = place_thread_table,
    [UNIXLIB_CALL_OWN_CLOCK] = call_own_clock,
    [UNIXLIB_CALL_OWN_SNAPSHOT] = call_own_snapshot,
    [UNIXLIB_CALL_DESCENDANTS] = call_descendants,
    [UNIXLIB_CALL_OTHER_THREAD] = call_other_thread,
    [UNIXLIB_CALL_PROCESS_AWAITED] = call_process_awaited,
    [UNIXLIB_CALL_COPY] = copy_memory,
    [UNIXLIB_CALL_MOMENT] = call_moment,
    [UNIXLIB_CALL_LISTED] = call_listed,
    [UNIXLIB_CALL_MEMBERSHIP] = call_job_membership,
    [UNIXLIB_CALL_JOB] = call_job,
    [UNIXLIB_CALL_JOB_PERIOD] = call_job_period,
    [UNIXLIB_CALL_JOB_HOLDER] = call_job_holder,
    [UNIXLIB_CALL_CHILDREN_FOLLOW] = call_children_follow,
    [UNIXLIB_CALL_CLOCK_SOURCE] = call_clock_source,
    [UNIXLIB_CALL_PROGRAM] = take_program,
    [UNIXLIB_CALL_SCHEDULING] = call_scheduling,
    [UNIXLIB_CALL_EXIT_CODE] = call_exit_code,
    [UNIXLIB_CALL_OWN_EXIT_CODE] = call_own_exit_code,
    [UNIXLIB_CALL_SHARED] = call_shared,
};
