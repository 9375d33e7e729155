/* SPDX-License-Identifier: MIT */
/* The layout of the shared file, the same in 32- and 64-bit processes. */
#ifndef CYCLETIME_SHARED_FILE_LAYOUT_H
#define CYCLETIME_SHARED_FILE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* Raised with every change of this file. */
enum { SHARED_FILE_VERSION = 14 };

enum {
    SHARED_SET_SLOTS = 16,    /* slots from which a process takes one: a page */
    SHARED_SLOTS = 16384,     /* one for each process that lives */
    SHARED_USUAL_SLOTS = 512, /* slots of the lowest ids of a prefix, for which its first process reserves room: 176 KB */
    SHARED_THREADS = 131072,
    SHARED_JOBS = 4096,
    SHARED_PIDS = 4194304, /* the most that Linux gives */
    PROCESS_NAME_SIZE = 88
};

/* In ns. */
struct cpu_times {
    uint64_t user, kernel;
};

/* Identifies a process: its Windows id, its creation time in 100 ns, and its prefix (prefix_identity). Two prefixes give
   the same ids. */
struct process_identity {
    uint32_t id;
    uint64_t created, prefix;
};

enum { ENTRY_IS_WINES = 1 /* a program of Wine's own that starts or serves other programs */ };

/* The fixed part of a process entry: the identity of the process, written once, when the process opens its entry. */
struct process_entry {
    uint64_t created;    /* creation time, as Windows reports it */
    uint64_t begun;      /* when the entry was opened, in ns since the machine started: later than the process began */
    uint64_t run;        /* the number of the `cycletime time` that it descends from; 0: of none */
    uint32_t id, parent; /* Windows ids; parent 0: none */
    uint32_t pid, flags; /* Linux pid; ENTRY_... */
    char name[PROCESS_NAME_SIZE]; /* its program's file, in UTF-8, ended by a 0; empty without a run */
    uint64_t prefix;              /* the identity of its prefix */
    uint64_t reserved[2];
    uint64_t sum; /* checksum of all members before it, as in the structures below */
};

/* LEFT: the process has passed its exit, and its reaper will write its end. ENDED: this is its end record, which does not
   change any more. HAS_CODE: it ends, or ended, with CODE. APART: when it began its parent had no entry in this file. */
enum { PUBLISHED_LEFT = 1, PUBLISHED_ENDED = 2, PUBLISHED_HAS_CODE = 4, PUBLISHED_APART = 8 };

/* The times that a process published last, with its state. Those with ENDED are its end record. */
struct published_times {
    uint64_t sequence; /* an odd number's copy is the second */
    struct cpu_times times;
    uint64_t date; /* when this was written */
    uint32_t flags, code;
    uint64_t sum; /* checksum that includes the entry's */
};

/* Two copies, written by turns: if the writer is killed while it writes one, the other is whole. */
struct shared_slot {
    struct process_entry entry;
    struct published_times copies[2];
};

_Static_assert(sizeof(struct shared_slot) == 256, "a slot of the file");

/* The figures of a process besides its CPU time. Memory and storage are in bytes. Linux may not report all of them. */
enum usage_figure {
    USAGE_PEAK_MEMORY,
    USAGE_MINOR_FAULTS,
    USAGE_MAJOR_FAULTS,
    USAGE_VOLUNTARY_SWITCHES,
    USAGE_INVOLUNTARY_SWITCHES,
    USAGE_STORAGE_READ,
    USAGE_STORAGE_WRITTEN,
    USAGE_FIGURES
};

#define USAGE_UNKNOWN UINT64_MAX

struct process_usage {
    uint64_t figures[USAGE_FIGURES];
};

/* Written once, by a process at its end. */
struct published_usage {
    struct process_usage usage;
    uint64_t sum; /* checksum that includes the entry's */
};

/* Ended totals: the sums of what the ended descendants of a process, or the ended processes of a job, used. */
struct ended_sum {
    struct cpu_times times;
    uint32_t processes, reserved; /* number of ended processes */
};

struct ended_totals {
    uint64_t sequence;
    struct ended_sum total;
    uint64_t sum; /* checksum that includes the identity of its process or job */
};

/* Written by other processes: the job that a process was put into. */
struct job_membership {
    uint64_t prefix;
    uint64_t created, job; /* 0: none */
    uint64_t since;        /* the date at which it was put into the job */
    uint32_t id, reserved;
    uint64_t sum;
};

/* Written by other processes: the exit code of a process that they kill (process_lookup.h). */
enum kill_state {
    KILL_BEGUN, /* with the code that its killer gives */
    KILL_DONE,  /* with the code that the system reports after the kill */
    KILL_NONE   /* no record; the number of the others */
};

struct published_kill {
    uint64_t prefix;
    uint64_t created, date; /* the killed process's; when this was written */
    uint32_t id, code;
    uint32_t killer, reserved; /* the killer's Linux pid */
    uint64_t sum;
};

/* The parts of a job that change. Each is written apart from the others, so that no process takes back what another one has
   written into the job meanwhile. */
enum shared_job_kind {
    JOB_NESTING, /* written once */
    JOB_HOLDER,
    JOB_PERIOD, /* it begins with the job, and each time that a limit of the job's time is set */
    JOB_PARTS
};

struct shared_job_part {
    uint64_t sequence; /* an odd number's copy is the second; 0: this part was not written */
    union {
        uint64_t around; /* the job that it is nested in */
        struct {
            uint64_t prefix, created; /* identify the process that made the number, with ID */
            uint32_t id, handle;      /* HANDLE is that process's handle of the job; 0: none is known */
        } holder;
        struct cpu_times before; /* what the job's processes had used when the period began */
    };
    uint64_t sum; /* checksum that includes the job's number */
};

struct shared_job {
    uint64_t number; /* its lowest bits are the job's slot */
    uint64_t sum;
    uint64_t written; /* the date of the last use, a word without a checksum; the oldest job's slot is taken first */
    struct shared_job_part parts[JOB_PARTS][2]; /* copies, as in a slot */
};

_Static_assert(sizeof(struct shared_job) == 264, "without gaps, which a checksum would include");

enum { THREAD_ENDED = 1 };

struct published_thread {
    uint32_t id, process; /* Windows ids */
    uint64_t created;     /* its process's creation time */
    uint64_t begun;       /* date after its creation, before a later thread of the same id */
    uint64_t since;       /* begun, in ns since the machine started */
    uint32_t tid, flags;
    uint64_t total, kernel; /* ns, once it has ended */
    uint64_t sum;           /* checksum that includes the identity of its prefix */
};

/* Written by a process of a `cycletime time` when its Linux process has loaded Wine. It opens its entry just before its
   program begins, so one that is killed while it is suspended, or lacks a DLL, has none. Wine has no creation time of it
   yet. */
struct announced_process {
    uint64_t prefix;
    uint64_t date; /* when this was written, in ns since the machine started */
    uint32_t id, pid;
    uint32_t has_code, code; /* it ends with CODE, and has opened no entry */
    uint64_t sum;
};

/* The whole file. The ended totals of jobs are behind those of processes. A lock of a slot is a byte of shared_file_lock.
   What is written without a lock has a checksum: of two processes that write at once the later one's data stays, or data
   that is not whole, which readers leave out. */
struct shared_file_content {
    /* by the process that makes the file, before the file has a name; later only the date until which it is kept, by a
       process that begins before its parent has an entry, without a lock */
    char header[4096];
    /* by the process of the slot, or by its reaper after it has left, under the slot's OWNER lock */
    struct shared_slot slots[SHARED_SLOTS];
    /* by each process that writes an end record or takes a slot, under the TOTALS lock of the process or job that gets the
       sum; copies, as in a slot */
    struct ended_totals ended_totals[SHARED_SLOTS + SHARED_JOBS][2];
    /* by a process that puts another one into a job, and by the process itself when it begins, without a lock */
    struct job_membership memberships[SHARED_SLOTS];
    /* by the killer, without a lock */
    struct published_kill kills[KILL_NONE][SHARED_SLOTS];
    /* by the process of the slot at its end, without a lock of its own: it has the slot */
    struct published_usage usages[SHARED_SLOTS];
    /* by the processes that put others into the job, limit its time or add to its totals, without a lock */
    struct shared_job jobs[SHARED_JOBS];
    /* by the process of the thread, without a lock */
    struct published_thread threads[SHARED_THREADS];
    /* by the process itself, without a lock; the place goes by the pid, and a later process may overwrite it */
    struct announced_process announced[SHARED_SLOTS];
    /* the process index: for each pid 1 more than its last slot, by the process that opens its entry, under the slot's
       OWNER lock; or the value of a reaper, by that process, without a lock */
    uint32_t pids[SHARED_PIDS];
};

enum { SHARED_FILE_SIZE = sizeof(struct shared_file_content) };

_Static_assert(sizeof(struct shared_file_content) == 36147200, "the same in 32- and 64-bit processes");

#define SHARED_FILE_AT(member) ((uint64_t)offsetof(struct shared_file_content, member))

/* Set in the values of processes that write end records, and in no slot's number. */
#define REAPER 0x80000000u

/* Wine gives low ids first in each prefix, so each prefix counts from another place. Wine: ids. */
static inline uint32_t find_place_of_id(uint64_t prefix, uint32_t id)
{
    return id / 4 + (uint32_t)(prefix >> 32);
}

/* Each SHARED_SET_SLOTS ids that follow one another in a prefix share as many slots: Wine does not reuse an id while a
   handle leads to it, so no process takes the slot of one that can still be asked about. */
static inline uint32_t find_first_slot(uint64_t prefix, uint32_t id)
{
    return find_place_of_id(prefix, id) % SHARED_SLOTS / SHARED_SET_SLOTS * SHARED_SET_SLOTS;
}

static inline uint32_t find_thread_slot(uint64_t prefix, uint32_t id)
{
    return find_place_of_id(prefix, id) % SHARED_THREADS;
}

/* Returns the slot of a set that was written the longest ago of those that were not TRIED; SHARED_SET_SLOTS: all were. */
static inline uint32_t find_oldest_slot(const uint64_t written[SHARED_SET_SLOTS], uint32_t tried)
{
    uint32_t i, found = SHARED_SET_SLOTS;

    for (i = 0; i < SHARED_SET_SLOTS; i++)
        if (!(tried & 1u << i) && (found == SHARED_SET_SLOTS || written[i] < written[found])) found = i;
    return found;
}

#endif
