/* SPDX-License-Identifier: MIT */
/*
 * Threads that are asked about again and again, as by a program that lists all: their files in /proc are
 * kept open. To read an open file costs a tenth, and it is the file of that thread for good: while it can be read, the
 * thread lives, and so does its process. A file that was not read for a minute is closed.
 */
#ifndef CYCLETIME_UNIXLIB_SCHEDSTAT_CACHE_H
#define CYCLETIME_UNIXLIB_SCHEDSTAT_CACHE_H

#include "protocol/unixlib_calls.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Windows' ids and creation dates. */
struct cached_thread {
    uint64_t created, process_created;
    uint32_t id, process;
};

/* Only one thread may be between these two. False: another one is, and the caller does not wait for it. */
bool schedstat_cache_enter(void);
void schedstat_cache_leave(void);

/* Called between these two, as are the next ones: returns the Linux number of THREAD's process; 0: THREAD is not
   in the cache. */
pid_t schedstat_cache_find_process(const struct cached_thread *thread);

/* Reads the thread's time in ns and how Linux runs it. A thread that waited, and that no processor has run since, is
   taken to wait still; it may wait for a processor meanwhile. False: the thread is not in the cache, or has ended. */
bool schedstat_cache_read(const struct cached_thread *thread, uint64_t *total, struct unixlib_scheduling *scheduling);

/* Adds THREAD, which is TID of the process PID and had begun SINCE ns after the machine started. Nothing happens where
   this process has no room for descriptors. */
void schedstat_cache_add(const struct cached_thread *thread, pid_t pid, pid_t tid, uint64_t since);

#endif
