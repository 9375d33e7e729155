/* SPDX-License-Identifier: MIT */
/* The calling thread: its record, and its cycles without a system call. While the mark in its record stands it has not left
   its processor since the last synchronisation with the kernel's clock, so what the time-stamp counter has counted since is
   its CPU time. */
#ifndef CYCLETIME_THREAD_CLOCK_H
#define CYCLETIME_THREAD_CLOCK_H

#include "../protocol/host_calls.h"
#include "../protocol/thread_line.h"
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

/* The calling thread's times, as it is synchronised with them, and the line's tsc then; 0: it was not synchronised. */
bool thread_times(struct thread_record *record, struct cpu_split *times, uint64_t *tsc);

/* Cycles of the calling thread, which has begun; FALSE: no clock, or no rate. */
static inline bool thread_cycles(struct thread_record *record, uint64_t *cycles)
{
    return thread_line_cycles(&record->line, &thread_clock_trusted, cycles) || thread_synchronise(record, cycles);
}

#endif
