/* SPDX-License-Identifier: MIT */
/* The clock of a thread of this process, and the cache of other threads' open files in /proc (schedstat_cache.c). */
#ifndef CYCLETIME_THREAD_CLOCK_H
#define CYCLETIME_THREAD_CLOCK_H

#include "unixlib/threads/thread_table.h"

/* The calling thread: its entry, and its cycles without a system call. While the switch marker in its entry stands, the
   thread has not left its processor since the last synchronisation with the kernel's clock, so what the time-stamp counter
   has counted since is its CPU time.

   That needs a TSC which keeps one rate, and an rseq area into which the marker can be put. The first is decided once for
   the process, the second for each thread, both at the first question of a thread about itself. Where either is missing,
   each question reads the kernel's clock.

     process (an enum unixlib_clock, but for "being found"):

       [ UNDECIDED ] --a rate is known--> [ being found ] --tried--> [ TSC ] --goes on at another rate--> [ TSC_CHANGED ]
                                                 |
                                                 +--> the reason why not: [ TSC_NOT_TRUSTED ], [ MARKER_STAYS ], ...

     thread (an enum area_state), where the process has TSC:

       [ UNTRIED ] --rseq_take--> [ OURS ] --its end, or a fork: rseq_give_back--> [ UNTRIED ]
             |
             +--> [ IN_USE ], [ REFUSED ]: until the thread ends */

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

/* Reads the kernel's clock into *TIME, and synchronises the snapshot with it. FALSE: as below. */
bool thread_synchronise(struct thread_entry *entry, uint64_t *cycles, uint64_t *time);

/* Synchronises the calling thread, and returns its times and the snapshot's tsc then; 0: it was not synchronised. */
bool thread_read_times(struct thread_entry *entry, struct unixlib_times *times, uint64_t *tsc);

/* Reads the cycles of the calling thread, which has begun. FALSE: the clock cannot be read, or no rate is known. */
static inline bool thread_read_cycles(struct thread_entry *entry, uint64_t *cycles)
{
    uint64_t time;

    return thread_clock_snapshot_cycles(&entry->snapshot, &thread_clock_trusted, cycles)
           || thread_synchronise(entry, cycles, &time);
}

/* Threads that are asked about again and again, as by a program that lists all: their files in /proc are kept open. To read
   an open file costs a tenth, and it is the file of that thread for good: while it can be read, the thread lives, and so
   does its process. A file that was not read for a minute is closed. */

/* Only one thread may be between these two. False: another one is, and the caller does not wait for it. */
bool schedstat_cache_enter(void);
void schedstat_cache_leave(void);

/* Called between these two, as are the next ones: returns the pid of PROCESS; 0: its THREAD is not in the cache. */
pid_t schedstat_cache_find_process(const struct unixlib_listed *process, const struct unixlib_other_thread *thread);

/* Reads the thread's time in ns, and into its scheduling how Linux runs it. A thread that waited, and that no processor has
   run since, is taken to wait still; it may wait for a processor meanwhile. False: it is not in the cache, or has ended. */
bool schedstat_cache_read(const struct unixlib_listed *process, struct unixlib_other_thread *thread, uint64_t *total);

/* Adds THREAD, which is TID of the process PID and had begun SINCE ns after the machine started. Nothing happens where
   this process has no room for descriptors. */
void schedstat_cache_add(const struct unixlib_listed *process, const struct unixlib_other_thread *thread, pid_t pid,
                         pid_t tid, uint64_t since);

#endif
