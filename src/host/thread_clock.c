/* SPDX-License-Identifier: MIT */
#include "thread_clock.h"
#include "counter.h"
#include "cycle_scale.h"
#include "process_calls.h"
#include "trial.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread struct thread_record *thread_current;

static pthread_key_t at_end;
static uint32_t decided = HOST_CLOCK_UNDECIDED; /* enum host_clock */
static struct counter_watch watch;
uint32_t thread_clock_trusted;

/* The kernel takes the mark away with it. */
static void give_area_back(struct thread_record *record)
{
    if (record->area_state == AREA_OURS && rseq_give_back(&record->line.area))
        __atomic_store_n(&record->area_state, AREA_UNTRIED, __ATOMIC_RELAXED);
}

/* A forked child's clocks begin anew, and its only thread has another number. The kernel would go on writing into the
   child's copy of the record, which another thread may get. */
static void forget(void)
{
    if (thread_current) give_area_back(thread_current);
    thread_current = NULL;
    process_forked();
}

/* A thread that did not say that it ends: killed, or of a program that has no DLL to say it. */
static void end_unsaid(void *record)
{
    if (record == thread_current) thread_end();
}

bool thread_clock_open(void)
{
    rseq_find_library();
    if (pthread_key_create(&at_end, end_unsaid)) return false;
    if (!pthread_atfork(NULL, NULL, forget)) return true;
    pthread_key_delete(at_end);
    return false;
}

/* Every millisecond anew: a hypervisor can take the processor away without a switch that Linux would see, which its clock
   knows and leaves out; so this errs by less than that at any time. */
void thread_clock_start(enum host_clock way)
{
    const bool is_quick = way == HOST_CLOCK_COUNTER;

    __atomic_store_n(&decided, (uint32_t)way, __ATOMIC_RELEASE);
    __atomic_store_n(&thread_clock_trusted, is_quick ? (uint32_t)(cycle_scale_rate() / 1000) : 0, __ATOMIC_RELEASE);
}

static enum host_clock find_out(void)
{
    if (!counter_is_trusted()) return HOST_CLOCK_COUNTER_NOT_TRUSTED;
    if (counter_is_coarse(counter_read, cycle_scale_rate())) return HOST_CLOCK_COUNTER_COARSE;
    return trial_result(NULL);
}

/* Nobody waits for the thread that finds out: it may be suspended meanwhile, by one that asks then. */
static enum host_clock process_way(void)
{
    static int begun;

    if (__atomic_load_n(&decided, __ATOMIC_ACQUIRE) == HOST_CLOCK_UNDECIDED && cycle_scale_rate()
        && !__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL))
        thread_clock_start(find_out());
    return (enum host_clock)__atomic_load_n(&decided, __ATOMIC_ACQUIRE);
}

enum host_clock thread_clock_way(void)
{
    const enum host_clock way = process_way();
    const struct thread_record *record = thread_current;

    if (way != HOST_CLOCK_COUNTER || !record) return way;
    if (record->area_state == AREA_IN_USE) return HOST_CLOCK_AREA_IN_USE;
    return record->area_state == AREA_REFUSED ? HOST_CLOCK_AREA_REFUSED : way;
}

static bool take_area(struct thread_record *record)
{
    static const enum area_state results[] = {
        [RSEQ_OURS] = AREA_OURS, [RSEQ_IN_USE] = AREA_IN_USE, [RSEQ_REFUSED] = AREA_REFUSED
    };

    if (process_way() != HOST_CLOCK_COUNTER) return false;
    __atomic_store_n(&record->area_state, results[rseq_take(&record->line.area)], __ATOMIC_RELAXED);
    return record->area_state == AREA_OURS;
}

/* Whether the mark may be put into the record: nowhere but in a registration of ours, and only as long as the counter is
   good for anything. */
static bool may_mark(struct thread_record *record)
{
    if (record->area_state == AREA_UNTRIED) return take_area(record);
    return record->area_state == AREA_OURS && __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED);
}

bool thread_begin(uint32_t id)
{
    return thread_begin_late(id, 0);
}

bool thread_begin_late(uint32_t id, uint64_t creation)
{
    struct thread_record *record = thread_table_begin(id, (uint32_t)syscall(SYS_gettid));

    if (!record) return false;
    thread_table_created(record, creation);
    thread_current = record;
    pthread_setspecific(at_end, record);
    thread_published(record);
    return true;
}

void thread_end(void)
{
    struct thread_record *record = thread_current;
    struct cpu_split final;

    if (!record) return;
    thread_current = NULL;
    give_area_back(record);
    if (!linux_thread_times(&final)) return;
    thread_table_end(record, &final);
    thread_published(record);
}

/* The clock, and the counter as it stood then: in the middle of two readings, which are to be near each other. */
static bool read_both(uint64_t *time, uint64_t *tsc)
{
    const uint64_t near = cycle_scale_rate() / 200000;
    uint64_t before, after;
    int tries = 0;

    do {
        before = __builtin_ia32_rdtsc();
        if (!linux_thread_clock(time)) return false;
        after = __builtin_ia32_rdtsc();
    } while (after - before > near && ++tries < 4);
    *tsc = before + (after - before) / 2;
    return true;
}

/* The mark first: a switch from there on is seen, at the latest by the next question. It goes for good where the counter is
   given up: Windows code looks at nothing else. The kernel's clock may be a little behind what was answered; answers wait
   for it then, and what they are counted from is the clock alone. That own rises each time tells an answer in the midst of
   which this happened. */
static bool synchronise(struct thread_record *record, uint64_t *cycles, uint64_t *time)
{
    struct thread_line *line = &record->line;
    const bool marks = may_mark(record);
    uint64_t tsc;

    if (marks) rseq_mark_set(&line->area);
    else rseq_mark_clear(&line->area);
    if (!cycle_scale_rate() || !read_both(time, &tsc)) {
        if (marks) rseq_mark_clear(&line->area);
        return false;
    }
    line->cycles = cycles_from_ns(*time);
    line->tsc = tsc;
    *cycles = atomic_maximum(&line->reported, larger(line->cycles, line->own + 1));
    __atomic_store_n(&line->own, *cycles, __ATOMIC_RELEASE);
    if (marks && !counter_look(&watch, tsc, cycle_scale_rate())) thread_clock_start(HOST_CLOCK_COUNTER_CHANGED);
    process_published();
    return true;
}

bool thread_synchronise(struct thread_record *record, uint64_t *cycles)
{
    uint64_t time;

    return synchronise(record, cycles, &time);
}

bool thread_times(struct thread_record *record, struct cpu_split *times, uint64_t *tsc)
{
    uint64_t cycles, time;

    *tsc = 0;
    if (!synchronise(record, &cycles, &time)) return linux_thread_times(times);
    if (!linux_thread_parts(time, times)) return false;
    *tsc = record->line.tsc;
    return true;
}
