/* SPDX-License-Identifier: MIT */
/* Answers about other processes and their threads, from the shared file or from /proc. */
#ifndef CYCLETIME_PROCESS_LOOKUP_H
#define CYCLETIME_PROCESS_LOOKUP_H

#include "protocol/unixlib_calls.h"
#include "unixlib/shared_file/shared_file_layout.h"
#include "unixlib/shared_file/publisher.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Finds other processes and their threads in the shared file, and reads their times. */

/* Reads facts about a process from /proc, by its Linux pid. The caller has to check that the pid still belongs to the
   intended process. */

/* Reads its user and system time as the kernel splits it, in ns, in steps of 10 ms. False: they are not reported, or both
   are 0. */
bool procfs_process_ratio(pid_t pid, struct cpu_times *ratio);

/* Does the same for one of its threads. */
bool procfs_thread_ratio(pid_t pid, pid_t tid, struct cpu_times *ratio);

/* Reads when a thread of it started, its first one with it, in ns since the machine did: never later than the true start,
   and at most 10 ms before it. False: the process is gone, or the start is not reported. */
bool procfs_thread_started(pid_t pid, pid_t tid, uint64_t *started);

/* Reads the CPU time of one of its threads, in ns. False: there is no such thread, or this kernel does not report it. */
bool procfs_thread_total(pid_t pid, pid_t tid, uint64_t *total);

/* Opens the file that reports the same; it leads to that thread for good, and the caller closes it. -1: there is none. */
int procfs_thread_file(pid_t pid, pid_t tid);

/* Reads that file. *SWITCHES is how often a processor began to run the thread; 0: not reported. */
bool procfs_thread_file_read(int file, uint64_t *total, uint32_t *switches);

/* Reads the most memory that a process which runs had resident since its program began, in bytes. False: the process has
   ended, or the figure is not reported. */
bool procfs_peak_memory(pid_t pid, uint64_t *bytes);

/* Reads the letter of a thread's state, as in proc(5). Returns 0 if there is no such thread. */
uint32_t procfs_thread_letter(pid_t pid, pid_t tid);

/* Reads the same, and how often a processor began to run the thread. */
struct unixlib_scheduling procfs_thread_scheduling(pid_t pid, pid_t tid);

/* Returns the inode of this process's own pid namespace. 0: it is not reported, or the pids in /proc are those of another
   namespace. */
uint64_t own_pid_namespace(void);

/* Returns the inode of this process's own time namespace. 0: this Linux has none (before 5.6). */
uint64_t own_time_namespace(void);

/* Options of a lookup: the precision that the caller wants, and a fact that it knows already. */
struct lookup_options {
    bool split;   /* split user and kernel time as the kernel does now (8 us more), else as last published */
    bool is_over; /* the system reports the process's end: wait for Linux to do so, 30 ms at most */
};

struct lookup_answer {
    struct cpu_times times;
    bool has_ended;
    bool is_exact;   /* read from its clock just now, or from its end record; else as last published */
    pid_t linux_pid; /* pid of a live process; 0: it has ended */
    struct entry entry;
};

/* Answers about PROCESS. The total of a live process is read from its clock. False: nothing is known, and *ANSWER is
   unchanged. */
bool lookup_process(struct publisher *publisher, struct process_identity process, struct lookup_options options,
                    struct lookup_answer *answer);

/* Reads the entry of PROCESS from the newest file that has one, and returns that file; NULL: no file has one. */
const struct shared_file *lookup_entry(struct publisher *publisher, struct process_identity process, struct entry *entry);

/* Reads what the ended descendants of PROCESS used, as far as the shared file has it; PROCESS may have ended itself. False:
   nothing is known of PROCESS. */
bool lookup_descendants(struct publisher *publisher, struct process_identity process, struct cpu_times *times);

/* Reads what PROCESS, which has ended, wrote about itself at its end. False: it has not, and *USAGE is unchanged. */
bool lookup_usage(struct publisher *publisher, struct process_identity process, struct process_usage *usage);

/* Returns what Linux reports of a process. Of a process that has ended and has not been waited for, that is RUSAGE, which
   includes the children that the process waited for, and the peak memory before the process executed its program, when it
   was a copy of its parent. If RUSAGE is NULL, only the peak memory of a process that runs is known. PID 0: nothing is. */
struct process_usage usage_by_linux(pid_t pid, const struct rusage *rusage);

/* Finds the thread ID of PROCESS that began at the date SINCE or later. Its times are those at its end or, of a live
   thread, those of now; *PID is the pid of a live thread's process, else 0. False: nothing is known. */
bool lookup_thread(struct publisher *publisher, uint32_t id, uint32_t process, uint64_t since,
                   struct published_thread *thread, pid_t *pid);

/* An exit code of a killed process is the one that its killer gave. */

/* Finds PROCESS; IS_OVER: Linux has reported its end. False: the shared file does not have it. */
bool lookup_process_and_code(struct publisher *publisher, struct process_identity process, bool is_over,
                             struct lookup_answer *answer);

/* Finds the process that has PID, which has not been waited for. */
bool lookup_pid(struct publisher *publisher, pid_t pid, bool is_over, struct lookup_answer *answer);

/* Finds the next process that began under `cycletime time` number RUN, from *SLOT on, and sets *SLOT to the slot after it;
   *SLOT is 0 at first. Returns false after the last process. */
bool lookup_next_of_run(struct publisher *publisher, uint64_t run, uint32_t *slot, struct lookup_answer *answer);

/* Records that this process is about to kill PROCESS with the exit code `*code`; NULL: that it did not. Returns false if
   PROCESS has no entry, or if the write failed. */
bool lookup_store_exit_code(struct publisher *publisher, struct process_identity process, const uint32_t *code);

/* Reads the exit code of this process, which another one ended: its killer's, or its own if it had ended itself before.
   Returns false, with `*code` unchanged, if there is none. */
bool lookup_own_exit_code(struct publisher *publisher, uint32_t *code);

#endif
