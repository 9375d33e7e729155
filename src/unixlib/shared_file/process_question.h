/* SPDX-License-Identifier: MIT */
/* Questions that the record answers about other processes and their threads. */
#ifndef CYCLETIME_PROCESS_QUESTION_H
#define CYCLETIME_PROCESS_QUESTION_H

#include "unixlib/shared_file/record.h"

/* Options of a question: the precision that the caller wants, and a fact that it knows already. */
struct record_question {
    bool split;   /* split user and kernel time as the kernel does now (8 us more), else as last published */
    bool is_over; /* the system reports the process's end: wait for Linux to do so, 30 ms at most */
};

struct record_answer {
    struct record_times times;
    bool has_ended;
    bool is_exact;   /* read from its clock just now, or from its end record; else as last published */
    pid_t linux_pid; /* pid of a live process; 0: it has ended */
    struct entry entry;
};

/* Answers about PROCESS. The total of a live process is read from its clock. False: nothing is known, and *ANSWER is
   unchanged. */
bool record_find(struct record *record, struct record_process process, struct record_question question,
                 struct record_answer *answer);

/* Reads the entry of PROCESS from the newest file that has one, and returns that file; NULL: no file has one. */
const struct record_file *record_find_entry(struct record *record, struct record_process process, struct entry *entry);

/* Reads what the ended descendants of PROCESS used, as far as the record has it; PROCESS may have ended itself. False:
   nothing is known of PROCESS. */
bool record_descendants(struct record *record, struct record_process process, struct record_times *times);

/* Finds the thread ID of PROCESS that began at the date SINCE or later. Its times are those at its end or, of a live
   thread, those of now; *PID is the pid of a live thread's process, else 0. False: nothing is known. */
bool record_thread_find(struct record *record, uint32_t id, uint32_t process, uint64_t since, struct record_thread *thread,
                        pid_t *pid);

/* The next three are for `cycletime time`: an exit code of a killed process is the one that its killer gave. */

/* Finds PROCESS; IS_OVER: Linux has reported its end. False: the record does not have it. */
bool record_life(struct record *record, struct record_process process, bool is_over, struct record_answer *life);

/* Finds the process that has PID, which has not been waited for. */
bool record_life_of(struct record *record, pid_t pid, bool is_over, struct record_answer *life);

/* Finds the next process that began under `cycletime time` number RUN, from *SLOT on, and sets *SLOT to the slot after it;
   *SLOT is 0 at first. Returns false after the last process. */
bool record_life_next(struct record *record, uint64_t run, uint32_t *slot, struct record_answer *life);

/* Records that PROCESS was killed with the exit code CODE. False: no `cycletime time` lists the process, or the write
   failed. */
bool record_exit_code(struct record *record, struct record_process process, uint32_t code);

#endif
