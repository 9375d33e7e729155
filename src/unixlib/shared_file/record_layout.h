/* SPDX-License-Identifier: MIT */
/* The layout of the shared file, the same in 32- and 64-bit processes. record.h explains its use. */
#ifndef CYCLETIME_RECORD_LAYOUT_H
#define CYCLETIME_RECORD_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* Raised with every change of this file. */
enum { RECORD_VERSION = 9 };

enum {
    RECORD_PLACES = 16,   /* slots from which a process takes one: a page */
    RECORD_SLOTS = 16384, /* one for each process that lives */
    RECORD_USUAL = 512,   /* slots of the lowest ids of a prefix, for which its first process reserves room: 128 KB */
    RECORD_THREADS = 131072,
    RECORD_JOBS = 4096,
    RECORD_PIDS = 4194304, /* the most that Linux gives */
    RECORD_NAME = 88
};

/* In ns. */
struct record_times {
    uint64_t user, kernel;
};

/* Identifies a process: its Windows id, its creation time in 100 ns, and its prefix (prefix_identity). Two prefixes give
   the same ids. */
struct record_process {
    uint32_t id;
    uint64_t created, prefix;
};

enum { ENTRY_IS_WINES = 1 /* a program of Wine's own that starts or serves other programs */ };

/* A process entry: the identity of a process, written once, when the process opens it. */
struct process_entry {
    uint64_t created;       /* creation time, as Windows reports it */
    uint64_t begun;         /* when the entry was opened, in ns since the machine started: later than the process began */
    uint64_t run;           /* the number of the `cycletime time` that it descends from; 0: of none */
    uint32_t id, parent;    /* Windows ids; parent 0: none */
    uint32_t pid, flags;    /* Linux pid; ENTRY_... */
    char name[RECORD_NAME]; /* its program's file, in UTF-8, ended by a 0; empty without a run */
    uint64_t prefix;        /* the identity of its prefix */
    uint64_t reserved[2];
    uint64_t sum; /* checksum of all members before it, as in the structures below */
};

/*
 * LEFT: the process has passed its exit, and its reaper will write its end. ENDED: this is its end record, which does not
 * change any more. HAS_CODE: it ends, or ended, with CODE. APART: when it began its parent had no entry in this file.
 */
enum { FIGURES_LEFT = 1, FIGURES_ENDED = 2, FIGURES_HAS_CODE = 4, FIGURES_APART = 8 };

/* "Figures": the times that a process published last, with its state. Those with ENDED are its end record. */
struct figures {
    uint64_t sequence; /* an odd number's copy is the second */
    struct record_times times;
    uint64_t date; /* when this was written */
    uint32_t flags, code;
    uint64_t sum; /* checksum that includes the entry's */
};

/* Two copies, written by turns: if the writer is killed while it writes one, the other is whole. */
struct record_slot {
    struct process_entry entry;
    struct figures copies[2];
};

/* An account: the sums of what the ended descendants of a process, or the ended processes of a job, used. */
struct account_sum {
    struct record_times times;
    uint32_t processes, reserved; /* number of ended processes */
};

struct account {
    uint64_t sequence;
    struct account_sum total;
    uint64_t sum; /* checksum that includes the identity of its process or job */
};

/* Facts that other processes write about a process: the job that it was put into, and the exit code with which it was
   killed. */
enum { MEMBERSHIP_HAS_CODE = 1 };

struct membership {
    uint64_t prefix;
    uint64_t created, job; /* 0: none */
    uint64_t since;        /* the date at which it was put into the job */
    uint32_t id, flags;
    uint32_t code, reserved;
    uint64_t sum;
};

/* A period of a job: it begins with the job, and each time that a limit of the job's time is set. */
struct record_period {
    uint64_t sequence;
    struct record_times before; /* what the job's processes had used when it began */
    uint64_t sum;               /* checksum that includes the job's number */
};

struct record_job {
    uint64_t number;  /* its lowest bits are the job's slot */
    uint64_t around;  /* the job that it is nested in, 0: none */
    uint64_t written; /* the date of the last use; the oldest job's slot is taken first */
    uint64_t sum;
    struct record_period periods[2]; /* copies, as in a slot */
};

enum { THREAD_ENDED = 1 };

struct record_thread {
    uint32_t id, process; /* Windows ids */
    uint64_t created;     /* its process's creation time */
    uint64_t begun;       /* date after its creation, before a later thread of the same id */
    uint64_t since;       /* the same in ns since the machine started */
    uint32_t tid, flags;
    uint64_t total, kernel; /* ns, once it has ended */
    uint64_t sum;           /* checksum that includes the identity of its prefix */
};

/* The whole file. The accounts of jobs are behind those of processes. */
struct record_content {
    char header[4096];
    struct record_slot slots[RECORD_SLOTS];
    struct account accounts[RECORD_SLOTS + RECORD_JOBS][2]; /* copies, as in a slot */
    struct membership memberships[RECORD_SLOTS];
    struct record_job jobs[RECORD_JOBS];
    struct record_thread threads[RECORD_THREADS];
    uint32_t pids[RECORD_PIDS]; /* the process index: for each pid 1 more than its last slot, or its reaper_mark */
};

enum { RECORD_FILE_SIZE = sizeof(struct record_content) };

_Static_assert(sizeof(struct record_content) == 32313344, "the same in 32- and 64-bit processes");

#define RECORD_AT(member) ((uint64_t)offsetof(struct record_content, member))

/* Set in the marks of processes that write end records, and in no slot's number. */
#define REAPER 0x80000000u

/* Wine gives low ids first in each prefix, so each prefix counts from another place. */
static inline uint32_t place_of_id(uint64_t prefix, uint32_t id)
{
    return id / 4 + (uint32_t)(prefix >> 32);
}

/* Each RECORD_PLACES ids that follow one another in a prefix share as many slots: Wine does not reuse an id while a handle
   leads to it, so no process takes the slot of one that can still be asked about. */
static inline uint32_t first_place(uint64_t prefix, uint32_t id)
{
    return place_of_id(prefix, id) % RECORD_SLOTS / RECORD_PLACES * RECORD_PLACES;
}

static inline uint32_t thread_place(uint64_t prefix, uint32_t id)
{
    return place_of_id(prefix, id) % RECORD_THREADS;
}

/* Returns the slot of a set that was written the longest ago of those that were not TRIED; RECORD_PLACES: all were. */
static inline uint32_t oldest_place(const uint64_t written[RECORD_PLACES], uint32_t tried)
{
    uint32_t i, found = RECORD_PLACES;

    for (i = 0; i < RECORD_PLACES; i++)
        if (!(tried & 1u << i) && (found == RECORD_PLACES || written[i] < written[found])) found = i;
    return found;
}

#endif
