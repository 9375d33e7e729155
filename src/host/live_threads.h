/* SPDX-License-Identifier: MIT */
/*
 * The live threads of a process, for others: a file in memory that the process maps, so that telling of a thread costs no
 * system call, and that others read through /proc. It is sealed: nobody can shorten it, and so end the process (SIGBUS),
 * and where the kernel allows it (5.1) nobody else writes into it. It ends with its process.
 */
#ifndef CYCLETIME_HOST_LIVE_THREADS_H
#define CYCLETIME_HOST_LIVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { LIVE_THREADS = 16384 };

struct live_thread {
    uint32_t id, tid; /* Windows', Linux' */
    uint64_t begun;   /* date: later than its creation */
    uint64_t since;   /* the same in ns since the machine started */
    uint64_t sum;
};

struct live_threads {
    int file;                   /* -1: there is none */
    struct live_thread *places; /* by id */
};

/* False, and no file: this kernel has no such files, or no memory. */
bool live_threads_open(struct live_threads *threads);

/* The calling thread's own. False: there is no file, or another thread of the same place lives, or was killed. */
bool live_threads_add(struct live_threads *threads, uint32_t id, uint32_t tid, uint64_t begun, uint64_t since);
void live_threads_remove(struct live_threads *threads, uint32_t id);

/* In a forked child, which does not have its parent's memory of it. */
void live_threads_forked(struct live_threads *threads);

/* A thread of the process PID, whose descriptor of the file FILE is. False: there is no such thread there. */
bool live_threads_find(pid_t pid, int file, uint32_t id, struct live_thread *thread);

#endif
