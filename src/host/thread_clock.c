/* SPDX-License-Identifier: MIT */
#include "thread_clock.h"
#include "cycle_scale.h"
#include "process_calls.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread struct thread_record *thread_current;

static pthread_key_t at_end;
uint32_t thread_clock_trusted;

/* A forked child's clocks begin anew, and its only thread has another number. */
static void forget(void)
{
    thread_current = NULL;
}

/* A thread that did not say that it ends: killed, or of a program that has no DLL to say it. */
static void end_unsaid(void *record)
{
    if (record == thread_current) thread_end();
}

bool thread_clock_open(void)
{
    if (pthread_key_create(&at_end, end_unsaid)) return false;
    if (!pthread_atfork(NULL, NULL, forget)) return true;
    pthread_key_delete(at_end);
    return false;
}

/* Every millisecond anew: a hypervisor can take the processor away without a switch that Linux would see, which its clock
   knows and leaves out; so this errs by less than that at any time. */
void thread_clock_start(bool fast)
{
    if (fast) __atomic_store_n(&thread_clock_trusted, (uint32_t)(cycle_scale_rate() / 1000), __ATOMIC_RELEASE);
}

bool thread_clock_is_fast(void)
{
    return __atomic_load_n(&thread_clock_trusted, __ATOMIC_ACQUIRE) != 0;
}

bool thread_begin(uint32_t id)
{
    struct thread_record *record = thread_table_begin(id, (uint32_t)syscall(SYS_gettid));

    if (!record) return false;
    thread_current = record;
    pthread_setspecific(at_end, record);
    return true;
}

void thread_end(void)
{
    struct thread_record *record = thread_current;
    struct cpu_split final;

    if (!record) return;
    thread_current = NULL;
    if (linux_thread_times(&final)) thread_table_end(record, &final);
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

/* The mark first: a switch from there on is seen, at the latest by the next question. The kernel's clock may be a little
   behind what was answered; answers wait for it then, and what they are counted from is the clock alone. */
bool thread_synchronise(struct thread_record *record, uint64_t *cycles)
{
    struct rseq_area *area = rseq_area();
    const bool fast = thread_clock_is_fast();
    uint64_t time, tsc;

    if (fast) rseq_mark_set(area);
    if (!cycle_scale_rate() || !read_both(&time, &tsc)) {
        if (fast) rseq_mark_clear(area);
        return false;
    }
    record->cycles = cycles_from_ns(time);
    record->tsc = tsc;
    *cycles = table_raise(&record->told, record->cycles > record->own ? record->cycles : record->own);
    __atomic_store_n(&record->own, *cycles, __ATOMIC_RELEASE);
    process_published();
    return true;
}
