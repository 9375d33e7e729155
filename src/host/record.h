/* SPDX-License-Identifier: MIT */
/*
 * What processes tell each other about their CPU time. Every process that cycletime is in keeps a record in one small
 * file per user and Wine prefix; another finds it by Windows pid and creation time, while the process lives and after it
 * has ended.
 *
 * - Bounded: 512 records. A record has 16 places, by its pid; who begins takes the one that was written the longest ago,
 *   of those whose owner is no more.
 * - No lock is ever waited for, nothing is allocated. A record has two copies of its figures, written in turn and summed:
 *   a writer that is killed in the middle leaves the other.
 * - Who is alive the kernel tells (record_file.h), not the record: with that goes the Linux pid, in the asker's own pid
 *   namespace, of the very process that wrote the record. No pid is written down, so none can be mistaken.
 * - A process that was killed answers with what it published last.
 *
 * The file lies in /dev/shm, or where that cannot be used in $XDG_RUNTIME_DIR, and is removed by the last process that
 * ends in order. So a process that will ask about its children opens it before they end; a process of its own that is
 * killed last leaves the file (64 kB) for the next.
 */
#ifndef CYCLETIME_HOST_RECORD_H
#define CYCLETIME_HOST_RECORD_H

#include "record_file.h"

#include <stdbool.h>
#include <stdint.h>

/* In ns. */
struct record_times {
    uint64_t user, kernel;
};

/* A process for Windows: its id, and its creation time in 100 ns. */
struct record_process {
    uint32_t id;
    uint64_t created;
};

struct record_answer {
    struct record_times times;
    bool has_ended;
    bool is_exact;     /* read from its clock just now, or said to be exact when it ended; else as last published */
    pid_t linux_pid;   /* of a live process; 0: it has ended, or has no number in this pid namespace */
};

/* Memory of the caller's, which stays; one in a process. */
struct record {
    struct record_file file;
    struct record_process process;
    uint64_t sequence;  /* of the figures written last */
    uint32_t slot;
    pid_t owner;        /* 0: no record is claimed */
};

/*
 * KEY tells prefixes apart. DIRECTORY is where the file lies; NULL: where it belongs. Once in a process, first of all.
 * False: nothing can be reported to anybody, and of nobody anything is known; the other calls then answer false as well.
 */
bool record_open(struct record *record, const char *directory, uint64_t key);

/* Begins this process' record. Once, before the next two. False: all its places belong to live processes. */
bool record_claim(struct record *record, struct record_process process, struct record_times times);

/* Any thread, at any time. False: it was not written, or this is a fork of the process that claimed the record. */
bool record_publish(struct record *record, struct record_times times);

/*
 * The last figures; is_exact: nothing of note will be used after them. The other threads of the process publish no more.
 * Removes the file if this was its last user; the record is then gone with nobody there to ask.
 */
bool record_end(struct record *record, struct record_times times, bool is_exact);

/* For tests: a process' descriptors and locks end with it. */
void record_close(struct record *record);

/*
 * What is known of PROCESS. The total of a live one is read from its clock; with SPLIT, user and kernel time have the
 * ratio that the system tells now (8 us), else that of the last published ones. False, *ANSWER untouched: nothing.
 */
bool record_find(const struct record *record, struct record_process process, bool split, struct record_answer *answer);

#endif
