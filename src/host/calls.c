/* SPDX-License-Identifier: MIT */
/* What the library exports: its calls, by number. Wine hands in a pointer to the arguments, also for 32-bit programs of a
   64-bit process, whose pointers it has widened; the arguments themselves are the same everywhere. */
#include "call.h"
#include "cycle_scale.h"
#include "process_calls.h"
#include "processor_calls.h"
#include "record_life.h"
#include "thread_clock.h"
#include "tick_rate.h"

#include <string.h>

enum { CLOSED, OPENING, OPEN };
enum { PAGE = 4096 };

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

static int32_t take_rate(void *arguments)
{
    struct host_rate *rate = arguments;
    uint64_t found = rate->cycles_per_second;

    if (!found && !cycle_scale_rate()) found = tick_rate(NULL);
    if (found ? !cycle_scale_set(found) : !cycle_scale_rate()) return HOST_REFUSED;
    rate->cycles_per_second = cycle_scale_rate();
    return HOST_DONE;
}

/* Windows' memory lies where all of its programs can read it; the first that is brought is used. */
static int32_t place_records(void *arguments)
{
    struct host_records *records = arguments;
    void *memory = (void *)(uintptr_t)records->address;

    if (records->address
        && ((uintptr_t)memory != records->address || records->address % THREAD_LINE_SIZE
            || records->size < thread_table_size))
        return HOST_REFUSED;
    records->layout = THREAD_RECORD_LAYOUT;
    records->size = thread_table_size;
    records->address = (uintptr_t)(memory ? thread_table_place(memory) : thread_table_where());
    return HOST_DONE;
}

static int32_t tell_clock(void *arguments)
{
    struct host_own_clock *clock = arguments;

    clock->way = thread_clock_way();
    return HOST_DONE;
}

static int32_t tell_line(void *arguments)
{
    struct thread_record *record = thread_current;
    struct host_own_line *line = arguments;
    const enum host_clock way = thread_clock_way();

    if (!record) return HOST_UNKNOWN;
    if (way == HOST_CLOCK_UNDECIDED || record->area_state == AREA_UNTRIED) return HOST_NOT_READY;
    line->address = way == HOST_CLOCK_COUNTER ? (uintptr_t)&record->line : 0;
    line->layout = THREAD_RECORD_LAYOUT;
    line->trusted = __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED);
    return HOST_DONE;
}

static int32_t begin_thread(void *arguments)
{
    const struct host_thread_begin *begin = arguments;

    if (!begin->id) return HOST_REFUSED;
    return thread_begin_late(begin->id, begin->creation) ? HOST_DONE : HOST_FULL;
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
    uint64_t tsc;

    if (!record) return HOST_UNKNOWN;
    if (!thread_times(record, &split, &tsc)) return HOST_FAILED;
    if (times->creation) __atomic_store_n(&record->creation, times->creation, __ATOMIC_RELAXED);
    times->creation = __atomic_load_n(&record->creation, __ATOMIC_RELAXED);
    times->total = split.total;
    times->kernel = split.kernel;
    times->tsc = tsc;
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
    process_published_at(time);
    cycles->value = cycles_from_ns(time);
    return HOST_DONE;
}

static int32_t process_times(void *arguments)
{
    struct host_times *times = arguments;
    struct cpu_split split;

    if (!linux_process_times(&split)) return HOST_FAILED;
    process_published_at(split.total);
    times->total = split.total;
    times->kernel = split.kernel;
    return HOST_DONE;
}

static int32_t read_clocks(void *arguments)
{
    struct host_clocks *clocks = arguments;
    uint64_t raw, boot, asleep;

    if (!linux_raw_clock(&raw) || !linux_boot_clock(&boot, &asleep)) return HOST_FAILED;
    *clocks = (struct host_clocks){ raw, boot, asleep };
    return HOST_DONE;
}

_Static_assert((int)HOST_PROGRAM_NAME == (int)RECORD_NAME, "a program's name");

static int32_t take_program(void *arguments)
{
    const struct host_program *program = arguments;
    struct record *record = process_record();

    if (!program->run || program->name[HOST_PROGRAM_NAME - 1]) return HOST_REFUSED;
    if (!record) return HOST_FAILED;
    record->program = (struct record_program){ .run = program->run, .flags = program->is_wines ? PROGRAM_IS_WINES : 0 };
    memcpy(record->program.name, program->name, sizeof program->name);
    return HOST_DONE;
}

static int32_t take_exit_code(void *arguments)
{
    const struct host_exit_code *exit = arguments;
    const struct record_process process = { exit->id, exit->creation };
    struct record *record = process_record();

    if (!record) return HOST_UNKNOWN;
    if (exit->id) return record_exit_code(record, process, exit->code) ? HOST_DONE : HOST_UNKNOWN;
    record->program.code = exit->code;
    record->program.flags |= PROGRAM_HAS_CODE;
    return HOST_DONE;
}

/* Every page is written to before any is changed; what faults, Wine ends here with the exception's code as the status. */
static void probe(volatile uint64_t *where, char *begin, size_t size)
{
    char *const end = begin + size;
    char *at;

    for (at = begin; at < end; at = (char *)(((uintptr_t)at | (PAGE - 1)) + 1)) {
        *where = (uintptr_t)at;
        __atomic_fetch_or(at, 0, __ATOMIC_RELAXED);
    }
}

static int32_t copy_memory(void *arguments)
{
    struct host_copy *asked = arguments;
    const struct host_copy copy = *asked;
    char *to = (char *)(uintptr_t)copy.to;

    probe(&asked->at, to, (size_t)copy.size);
    *(volatile uint64_t *)&asked->at = copy.from;
    memcpy(to, (const char *)(uintptr_t)copy.from, (size_t)copy.size);
    return HOST_DONE;
}

#define EXPORTED __attribute__((visibility("default")))
#define CALLS \
    { \
        [HOST_CALL_VERSION] = tell_version, [HOST_CALL_RATE] = take_rate, [HOST_CALL_THREAD_BEGIN] = begin_thread, \
        [HOST_CALL_THREAD_END] = end_thread, [HOST_CALL_OWN_THREAD_CYCLES] = own_thread_cycles, \
        [HOST_CALL_OWN_THREAD_TIMES] = own_thread_times, [HOST_CALL_THREAD] = any_thread, \
        [HOST_CALL_PROCESS_CYCLES] = process_cycles, [HOST_CALL_PROCESS_TIMES] = process_times, \
        [HOST_CALL_MEASURE] = call_measure, [HOST_CALL_PROCESSORS] = call_processors, \
        [HOST_CALL_IDLE_STATE_COUNT] = call_idle_state_count, [HOST_CALL_IDLE_STATE] = call_idle_state, \
        [HOST_CALL_PROCESS_BEGIN] = call_process_begin, [HOST_CALL_PROCESS_END] = call_process_end, \
        [HOST_CALL_PROCESS] = call_process, [HOST_CALL_CLOCKS] = read_clocks, [HOST_CALL_RECORDS] = place_records, \
        [HOST_CALL_OWN_CLOCK] = tell_clock, [HOST_CALL_OWN_LINE] = tell_line, [HOST_CALL_DESCENDANTS] = call_descendants, \
        [HOST_CALL_OTHER_THREAD] = call_other_thread, [HOST_CALL_PROCESS_AWAITED] = call_process_awaited, \
        [HOST_CALL_COPY] = copy_memory, [HOST_CALL_MOMENT] = call_moment, [HOST_CALL_LISTED] = call_listed, \
        [HOST_CALL_MEMBERSHIP] = call_membership, [HOST_CALL_JOB] = call_job, \
        [HOST_CALL_CHILDREN_FOLLOW] = call_children_follow, [HOST_CALL_CLOCK_SOURCE] = call_clock_source, \
        [HOST_CALL_PROGRAM] = take_program, [HOST_CALL_EXIT_CODE] = take_exit_code, [HOST_CALL_SHARED] = call_shared, \
    }

/* The names that Wine looks for. */
extern int32_t (*const __wine_unix_call_funcs[HOST_CALLS])(void *) EXPORTED;
extern int32_t (*const __wine_unix_call_wow64_funcs[HOST_CALLS])(void *) EXPORTED;
int32_t (*const __wine_unix_call_funcs[HOST_CALLS])(void *) = CALLS;
int32_t (*const __wine_unix_call_wow64_funcs[HOST_CALLS])(void *) = CALLS;
