/* SPDX-License-Identifier: MIT */
/* Answers about other processes and their threads, from the shared file or from /proc; the exit codes of killed ones. */
#ifndef CYCLETIME_PROCESS_LOOKUP_H
#define CYCLETIME_PROCESS_LOOKUP_H

#include "unixlib/shared_file/publisher.h"

struct lookup_options {
    bool split;   /* split user and kernel time as the kernel does (8 us more now and then), else as last published */
    bool is_over; /* the system reports the process's end: wait for Linux to do so, 30 ms at most */
};

struct lookup_answer {
    struct cpu_times times;
    bool has_ended;
    bool is_exact;   /* read from its clock just now, or from its end record; else as last published */
    pid_t linux_pid; /* pid of a live process; 0: it has ended */
    struct entry entry;
    enum kill_state kill; /* the kill whose exit code the entry has; KILL_NONE: the code is the process's own, or unknown */
};

/* Answers about PROCESS. The total of a live process is read from its clock. False: nothing is known, and *ANSWER is
   unchanged. */
bool lookup_process(struct publisher *publisher, struct process_identity process, struct lookup_options options,
                    struct lookup_answer *answer);

/* Answers about the last process that had the id of LATEST in its prefix and was created when LATEST was, or before, if
   that process certainly runs: its entry has no mark of an end, no process has begun to kill it, and it holds its entry's
   lock, which Linux releases with its files, before another process can get the id. False: it may have ended, and *ANSWER
   is undefined. Wine: ids. */
bool lookup_running(struct publisher *publisher, struct process_identity latest, struct lookup_options options,
                    struct lookup_answer *answer);

/* Reads the entry of PROCESS from the newest file that has one, and returns that file; NULL: no file has one. */
const struct shared_file *lookup_entry(struct publisher *publisher, struct process_identity process, struct entry *entry);

/* Reads what the ended descendants of PROCESS used, as far as the shared file has it; PROCESS may have ended itself. False:
   nothing is known of PROCESS. */
bool lookup_descendants(struct publisher *publisher, struct process_identity process, struct cpu_times *times);

/* Reads what PROCESS, which has ended, wrote about itself at its end. False: it has not, and *USAGE is unchanged. */
bool lookup_usage(struct publisher *publisher, struct process_identity process, struct process_usage *usage);

/* Finds the thread ID of PROCESS that began at the date SINCE or later. Its times are those at its end or, of a live
   thread, those of now; *PID is the pid of a live thread's process, else 0. False: nothing is known. */
bool lookup_thread(struct publisher *publisher, uint32_t id, uint32_t process, uint64_t since,
                   struct published_thread *thread, pid_t *pid);

/* The exit codes of processes that other processes kill. Wine does not tell the killed process its code, and of two kills
   at the same time its server takes the first. A killer writes its code before the kill, so that the killed process can
   read it while it ends; of several such codes the first stays. After the kill the killer asks the server for the exit
   code, which is the same for all killers, and writes that into a table of its own, where it takes precedence. So no record
   of a kill can replace the outcome of another one. */

/* KILL_BEGUN: this process is about to kill PROCESS with the exit code CODE. KILL_DONE: PROCESS was killed, and CODE is the
   exit code that the system reports. The first kill of each state stays. */
bool kills_record(const struct shared_file *file, enum kill_state state, struct process_identity process, uint32_t code);

/* The kill that this process has begun with CODE was refused. */
bool kills_cancel(const struct shared_file *file, struct process_identity process, uint32_t code);

/* Finds the kill of PROCESS, which was created until UNTIL and not before its `created`, in the newest file that has one,
   FILE or one before it. Returns KILL_NONE, with *FOUND unchanged, if none has. */
enum kill_state kills_find(const struct publisher *publisher, const struct shared_file *file,
                           struct process_identity process, uint64_t until, struct published_kill *found);

/* Decides which code is that of PROCESS, which was created until UNTIL: its own, which is *CODE if *HAS_CODE, or its
   killer's (launch/exit_code.h). Sets both, and returns the state of the kill whose code it is. */
enum kill_state lookup_exit_code(struct publisher *publisher, struct process_identity process, uint64_t until,
                                 bool *has_code, uint32_t *code);

/* The answer's code is the one that lookup_exit_code decides. These alone set the answer's `kill`. */

/* Finds PROCESS; IS_OVER: Linux has reported its end. False: the shared file does not have it. */
bool lookup_process_and_code(struct publisher *publisher, struct process_identity process, bool is_over,
                             struct lookup_answer *answer);

/* Finds the process that has PID, which has not been waited for. */
bool lookup_pid(struct publisher *publisher, pid_t pid, bool is_over, struct lookup_answer *answer);

/* Finds the next process that began under `cycletime time` number RUN, from *SLOT on, and sets *SLOT to the slot after it;
   *SLOT is 0 at first. Returns false after the last process. */
bool lookup_next_of_run(struct publisher *publisher, uint64_t run, uint32_t *slot, struct lookup_answer *answer);

/* Reads the exit code of this process, which another one ended: its killer's, or its own if it had ended itself before.
   Returns false, with `*code` unchanged, if there is none. */
bool lookup_own_exit_code(struct publisher *publisher, uint32_t *code);

#endif
