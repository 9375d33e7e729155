/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
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
    return !pthread_key_create(&at_end, end_unsaid) && !pthread_atfork(NULL, NULL, forget);
}

/* Every 10 ms anew: the kernel's clock may leave out what interrupts took, and its rate may differ a little. */
void thread_clock_start(bool fast)
{
    if (fast) __atomic_store_n(&thread_clock_trusted, (uint32_t)(cycle_scale_rate() / 100), __ATOMIC_RELEASE);
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

/* The mark first: a switch from there on is seen, at the latest by the next question. The kernel's clock may be a little
   behind what was answered; answers wait for it then, and what they are counted from is the clock alone. */
bool thread_synchronise(struct thread_record *record, uint64_t *cycles)
{
    struct rseq_area *area = rseq_area();
    uint64_t time;

    if (thread_clock_is_fast()) rseq_mark_set(area);
    if (!cycle_scale_rate() || !linux_thread_clock(&time)) {
        if (thread_clock_is_fast()) rseq_mark_clear(area);
        return false;
    }
    record->cycles = cycles_from_ns(time);
    record->tsc = __builtin_ia32_rdtsc();
    *cycles = table_raise(&record->told, record->cycles > record->own ? record->cycles : record->own);
    __atomic_store_n(&record->own, *cycles, __ATOMIC_RELEASE);
    process_published();
    return true;
}
