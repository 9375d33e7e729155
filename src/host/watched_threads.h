/* SPDX-License-Identifier: MIT */
/*
 * Threads of other processes that are asked about again and again, as by who lists all: their files in /proc are kept open.
 * To read an open one costs a tenth, and it is the file of that thread for good: while it can be read, the thread lives,
 * and so does its process. What was not asked for in a minute is closed.
 */
#ifndef CYCLETIME_HOST_WATCHED_THREADS_H
#define CYCLETIME_HOST_WATCHED_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* For Windows: ids, and dates of creation. */
struct watched_thread {
    uint64_t created, process_created;
    uint32_t id, process;
};

/* One at a time; false: another does, which is not waited for. */
bool watched_threads_enter(void);
void watched_threads_leave(void);

/* Between these: the Linux number of THREAD's process; 0: it is not watched. */
pid_t watched_thread_process(const struct watched_thread *thread);

/* Its time in ns. False: it is not watched, or has ended. */
bool watched_thread_total(const struct watched_thread *thread, uint64_t *total);

/* Watches THREAD, which is TID of the process PID and had begun SINCE ns after the machine started. It may not be: the
   process has no room for descriptors. */
void watched_threads_add(const struct watched_thread *thread, pid_t pid, pid_t tid, uint64_t since);

#endif
