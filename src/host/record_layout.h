/* SPDX-License-Identifier: MIT */
/* What stands in the file of records, the same in 32- and 64-bit processes. record.h tells what it means. */
#ifndef CYCLETIME_HOST_RECORD_LAYOUT_H
#define CYCLETIME_HOST_RECORD_LAYOUT_H

#include <stdint.h>

/* Raised with every change of this file. */
enum { RECORD_VERSION = 5 };

enum {
    RECORD_PLACES = 16,
    RECORD_SLOTS = 16384,
    RECORD_CELLS = 4,
    RECORD_THREADS = 131072,
    RECORD_JOBS = 4096,
    RECORD_NUMBERS = 16384,
    RECORD_NAME = 88
};

/* ENDED: they stay as they are. AWAITED: its reaper will tell what it used to its very end (subreaper.h). */
enum { FIGURES_ENDED = 1, FIGURES_AWAITED = 2 };

/* A process. */
struct figures {
    uint64_t sequence; /* odd ones stand in the second copy */
    uint64_t created;  /* Windows' date */
    uint32_t id, flags;
    uint64_t user, kernel;  /* ns */
    uint64_t written;       /* when, in s: tells old records from young ones */
    uint64_t begun;         /* when it was claimed, in ns since the machine started: later than its process */
    uint64_t pid_namespace; /* the inode */
    uint32_t pid, parent;   /* Linux' in that namespace; Windows' of who created it, 0: nobody */
    uint64_t job;           /* that it was created in, or put into since (record_job.h); 0: none is known */
    uint64_t ended;         /* date; 0: not yet */
    uint32_t live_threads;  /* 1 more than its descriptor of the file of them (live_threads.h); 0: there is none */
    uint32_t reserved[7];
    uint64_t sum; /* of all before it */
};

struct record_slot {
    struct figures copies[2];
};

/* A part of what the ended descendants of a process, or the ended processes of a job, used. */
struct account_cell {
    uint64_t sequence, created;
    uint32_t id, processes; /* how many */
    uint64_t user, kernel;  /* ns */
    uint32_t awaited;       /* how many more said so than were told of; the sum of all cells counts, modulo 2^32 */
    uint32_t reserved[3];
    uint64_t sum;
};

struct account {
    struct account_cell cells[RECORD_CELLS][2];
};

enum { THREAD_ENDED = 1 };

struct record_thread {
    uint32_t id, process; /* Windows' */
    uint64_t created;     /* its process's date */
    uint64_t begun;       /* date: later than its creation, before that of any later bearer of the id */
    uint64_t since;       /* the same in ns since the machine started */
    uint32_t tid, flags;
    uint64_t total, kernel; /* ns, when it has ended */
    uint64_t sum;
};

struct record_job {
    uint64_t number;  /* the lowest bits: its place */
    uint64_t around;  /* the job that it lies within, 0: none */
    uint64_t written; /* when, in s: tells old jobs from young ones */
    uint64_t sum;
};

/* Which job a process was put into. */
struct record_note {
    uint64_t created, job;
    uint64_t since; /* date */
    uint32_t id, reserved[3];
    uint64_t sum;
};

enum { PROGRAM_IS_WINES = 1, PROGRAM_HAS_CODE = 2 };

/* What a process runs, and on whose behalf. */
struct record_program {
    uint64_t created, run; /* its process's date; the number of the `cycletime time` that it descends from */
    uint32_t id, flags;    /* its process's; IS_WINES: it begins or serves others; HAS_CODE: it ends, or ended, with CODE */
    uint32_t code, reserved;
    char name[RECORD_NAME]; /* its file's, in UTF-8, ended by a 0 */
    uint64_t sum;
};

/* Whose Linux number that is. */
struct record_number {
    uint64_t created, pid_namespace;
    uint32_t pid, id; /* 0: it reaps its descendants */
    uint64_t sum;
};

_Static_assert(sizeof(struct record_number) == 32, "the file's layout");
_Static_assert(sizeof(struct record_program) == 128, "the file's layout");
_Static_assert(sizeof(struct record_job) == 32, "the file's layout");
_Static_assert(sizeof(struct record_note) == 48, "the file's layout");
_Static_assert(sizeof(struct figures) == 128, "the file's layout");
_Static_assert(sizeof(struct account_cell) == 64, "the file's layout");
_Static_assert(sizeof(struct record_thread) == 64, "the file's layout");

/* Behind the header's page: processes, accounts, those of jobs behind, threads, jobs, notes, numbers, programs. */
#define RECORD_SLOTS_AT 4096
#define RECORD_ACCOUNTS_AT (RECORD_SLOTS_AT + RECORD_SLOTS * (int)sizeof(struct record_slot))
#define RECORD_THREADS_AT (RECORD_ACCOUNTS_AT + (RECORD_SLOTS + RECORD_JOBS) * (int)sizeof(struct account))
#define RECORD_JOBS_AT (RECORD_THREADS_AT + RECORD_THREADS * (int)sizeof(struct record_thread))
#define RECORD_NOTES_AT (RECORD_JOBS_AT + RECORD_JOBS * (int)sizeof(struct record_job))
#define RECORD_NUMBERS_AT (RECORD_NOTES_AT + RECORD_SLOTS * (int)sizeof(struct record_note))
#define RECORD_PROGRAMS_AT (RECORD_NUMBERS_AT + RECORD_NUMBERS * (int)sizeof(struct record_number))
#define RECORD_FILE_SIZE (RECORD_PROGRAMS_AT + RECORD_SLOTS * (int)sizeof(struct record_program))

#endif
