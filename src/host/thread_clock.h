/* SPDX-License-Identifier: MIT */
/* The calling thread: its record, and its cycles without a system call. While the mark in its rseq area stands it has not
   left its processor since the last synchronisation with the kernel's clock, so what the time-stamp counter has counted
   since is its CPU time. */
#ifndef CYCLETIME_THREAD_CLOCK_H
#define CYCLETIME_THREAD_CLOCK_H

#include "thread_table.h"

/* The calling thread's; NULL: it has not begun, or has ended. One pointer, because the room for it is small. */
extern __thread struct thread_record *thread_current __attribute__((tls_model("initial-exec")));

/* FALSE: what a thread's end needs cannot be had. Once, before anything else here. */
bool thread_clock_open(void);

/* From here on cycles are told; without system calls if FAST. A rate has to be known. */
void thread_clock_start(bool fast);
bool thread_clock_is_fast(void);

/* Both about the calling thread. FALSE: no room, or no clock. */
bool thread_begin(uint32_t id);
void thread_end(void);

/* Cycles of the calling thread, which has begun. Never back. */
bool thread_cycles(struct thread_record *record, uint64_t *cycles);

#endif
