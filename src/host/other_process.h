/* SPDX-License-Identifier: MIT */
/* A process by its Linux pid. Whether it is the process that is meant the caller has to know. */
#ifndef CYCLETIME_HOST_OTHER_PROCESS_H
#define CYCLETIME_HOST_OTHER_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of all its threads, ended ones included, exact, in ns. False: there is no such process. */
bool other_process_total(pid_t pid, uint64_t *total);

/* Its user and system time as the kernel splits it, in ns, which move in 10 ms. False: not reported, or both are 0. */
bool other_process_ratio(pid_t pid, uint64_t *user, uint64_t *system);

enum process_told { PROCESS_TOLD, PROCESS_GONE, PROCESS_UNTOLD };

/* When it started, in ns since the machine did, not later than the truth and 10 ms before it at most. */
enum process_told other_process_started(pid_t pid, uint64_t *started);

/* The same of one of its threads. */
enum process_told other_thread_started(pid_t pid, pid_t tid, uint64_t *started);

/* CPU time of one of its threads, in ns. False: there is no such thread, or this kernel does not tell. */
bool other_thread_total(pid_t pid, pid_t tid, uint64_t *total);

/* The same from a file that the caller closes, and that is that thread's for good. -1: there is none. */
int other_thread_file(pid_t pid, pid_t tid);
bool other_thread_file_total(int file, uint64_t *total);

/* Whether it has the number INNER in the pid namespace of that inode. */
bool other_process_is(pid_t pid, uint32_t inner, uint64_t pid_namespace);

/* Whether it is this process's user's. */
bool other_process_is_own_user_s(pid_t pid);

/* This process's own pid namespace, by inode, and whether the numbers in /proc are those of it; 0: not reported. */
uint64_t own_pid_namespace(bool *has_own_proc);

#endif
