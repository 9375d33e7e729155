/* SPDX-License-Identifier: MIT */
/* The calling thread: its entry, and its cycles without a system call. While the switch marker in its entry stands, the
   thread has not left its processor since the last synchronisation with the kernel's clock, so what the time-stamp counter
   has counted since is its CPU time. */
#ifndef CYCLETIME_THREAD_CLOCK_H
#define CYCLETIME_THREAD_CLOCK_H

#include "protocol/unixlib_calls.h"
#include "protocol/thread_clock_snapshot.h"
#include "unixlib/threads/rseq_area.h"
#include "unixlib/threads/thread_table.h"

/* The calling thread's entry; NULL: the thread has not begun, or has ended. This is only one pointer, because initial-exec
   TLS has little room. */
extern __thread struct thread_entry *thread_current __attribute__((tls_model("initial-exec")));

/* Called once, before anything else here. FALSE: what a thread's end needs cannot be had. */
bool thread_clock_open(void);

/* Returns how the calling thread's cycles are read from here on. It is found out at the first question of a thread about
   itself, or here; UNIXLIB_CLOCK_UNDECIDED before a rate is known, and while another thread finds out. */
enum unixlib_clock thread_clock_method(void);

/* Decides without finding out; for tests. */
void thread_clock_start(enum unixlib_clock method);

/* Begins the entry of the calling thread. CREATION is a date, after which the clock may have been set back; 0: it is not
   known. FALSE: there is no room for an entry. */
bool thread_begin(uint32_t id, uint64_t creation);

/* Ends the entry of the calling thread with its final values. The C library calls this when the Linux thread ends. */
void thread_end(void);

/* Ticks for which a synchronisation holds; 0: the kernel's clock is read every time. */
extern uint32_t thread_clock_trusted;

bool thread_synchronise(struct thread_entry *entry, uint64_t *cycles);

/* Synchronises the calling thread, and returns its times and the snapshot's tsc then; 0: it was not synchronised. */
bool thread_times(struct thread_entry *entry, struct cpu_split *times, uint64_t *tsc);

/* Reads the cycles of the calling thread, which has begun. FALSE: the clock cannot be read, or no rate is known. */
static inline bool thread_cycles(struct thread_entry *entry, uint64_t *cycles)
{
    return thread_clock_snapshot_cycles(&entry->snapshot, &thread_clock_trusted, cycles)
           || thread_synchronise(entry, cycles);
}

#endif
