/* SPDX-License-Identifier: MIT */
/* Reads facts about a process from /proc, by its Linux pid. The caller has to check that the pid still belongs to the
   intended process. */
#ifndef CYCLETIME_PROCFS_PROCESS_H
#define CYCLETIME_PROCFS_PROCESS_H

#include "protocol/unixlib_calls.h"
#include "unixlib/shared_file/shared_file_layout.h"

#include <stdbool.h>
#include <sys/types.h>

/* Reads user and system time as the kernel splits them, in ns, in steps of 10 ms, of the process or, if TID is not 0, of
   one of its threads. False: they are not reported, or both are 0. */
bool procfs_ratio(pid_t pid, pid_t tid, struct cpu_times *ratio);

/* Reads when a thread of it started, its first one with it, in ns since the machine did: never later than the true start,
   and at most 10 ms before it. False: the process is gone, or the start is not reported. */
bool procfs_thread_started(pid_t pid, pid_t tid, uint64_t *started);

/* Reads the CPU time of one of its threads, in ns, and how often a processor began to run the thread, 0: not reported.
   False: there is no such thread, or this kernel does not report the time. */
bool procfs_thread_read(pid_t pid, pid_t tid, uint64_t *total, uint32_t *switches);

/* Opens the file that reports the same; it leads to that thread for good, and the caller closes it. -1: there is none. */
int procfs_thread_file(pid_t pid, pid_t tid);
bool procfs_thread_file_read(int file, uint64_t *total, uint32_t *switches);

/* Reads the most memory that a process which runs had resident since its program began, in bytes. False: the process has
   ended, or the figure is not reported. */
bool procfs_peak_memory(pid_t pid, uint64_t *bytes);

/* Reads the letter of a thread's state, as in proc(5). Returns 0 if there is no such thread. */
uint32_t procfs_thread_letter(pid_t pid, pid_t tid);

#endif
