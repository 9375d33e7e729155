/* SPDX-License-Identifier: MIT */
/* The calling thread: its record, and its cycles without a system call. While the mark in its record stands it has not left
   its processor since the last synchronisation with the kernel's clock, so what the time-stamp counter has counted since is
   its CPU time. */
#ifndef CYCLETIME_THREAD_CLOCK_H
#define CYCLETIME_THREAD_CLOCK_H

#include "../protocol/host_calls.h"
#include "rseq_area.h"
#include "thread_table.h"

/* The calling thread's; NULL: it has not begun, or has ended. One pointer, because the room for it is small. */
extern __thread struct thread_record *thread_current __attribute__((tls_model("initial-exec")));

/* FALSE: what a thread's end needs cannot be had. Once, before anything else here. */
bool thread_clock_open(void);

/* How the calling thread's cycles are had from here on, found out at the first question of a thread about itself, or here;
   HOST_CLOCK_UNDECIDED before a rate is known, and while another thread finds out. */
enum host_clock thread_clock_way(void);

/* The same without finding out; for tests. */
void thread_clock_start(enum host_clock way);

/* Both about the calling thread. FALSE: there is no room. */
bool thread_begin(uint32_t id);
bool thread_begin_late(uint32_t id,
                       uint64_t creation); /* a date, after which the clock may have been set back; 0: not asked */
void thread_end(void);

/* Ticks for which a synchronisation holds; 0: the kernel is asked every time. */
extern uint32_t thread_clock_trusted;

bool thread_synchronise(struct thread_record *record, uint64_t *cycles);

/* Cycles of the calling thread, which has begun; FALSE: no clock, or no rate. Never back, nor behind what was reported of it
   to others. The counter is read before the mark, so that a switch between the two only costs a synchronisation. */
static inline bool thread_cycles(struct thread_record *record, uint64_t *cycles)
{
    struct thread_line *line = &record->line;
    const uint64_t passed = __builtin_ia32_rdtsc() - line->tsc, reported = atomic_read(&line->reported);
    uint64_t now = line->cycles + passed;

    if (passed >= __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED) || !rseq_mark_stands(&line->area))
        return thread_synchronise(record, cycles);
    if (now < reported) now = reported;
    __atomic_store_n(&line->own, now, __ATOMIC_RELEASE);
    *cycles = now;
    return true;
}

#endif
