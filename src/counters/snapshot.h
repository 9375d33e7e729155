/* SPDX-License-Identifier: MIT */
/* The snapshot from which all counters of a collection are computed. */
#ifndef CYCLETIME_SNAPSHOT_H
#define CYCLETIME_SNAPSHOT_H

#include "library/source/source.h"

#include <windows.h>

/* The parts that a caller can select. */
enum {
    SNAPSHOT_PROCESSORS = 1,
    SNAPSHOT_PROCESSES = 2,
    SNAPSHOT_MEMORY = 4,
    SNAPSHOT_THREADS = 8 | SNAPSHOT_PROCESSES,
    SNAPSHOT_SYSTEM = 16,
    SNAPSHOT_IDLE_STATES = 32 | SNAPSHOT_PROCESSORS,
    SNAPSHOT_DPCS = 64 | SNAPSHOT_PROCESSORS,
    SNAPSHOT_FREQUENCIES = 128 | SNAPSHOT_PROCESSORS
};

enum { INSTANCE_NAME = 64 }; /* characters, the end included: a longer name is cut */

struct snapshot_process {
    WCHAR name[INSTANCE_NAME]; /* the file name of its image, without .exe */
    ULONG index;               /* the number of earlier processes of that name */
    ULONG id, parent, threads;
    ULONG64 creation, kernel, user, working_set, private_bytes;
};

struct snapshot_thread {
    ULONG process; /* its process's index in the list */
    ULONG number;  /* its index among the threads of that process */
    ULONG id;
    ULONG64 creation, kernel, user;
};

/* A pointer is NULL where its data were not selected, or no source reported them. */
struct snapshot {
    ULONG64 date; /* 100 ns since 1601 */
    ULONG64 time; /* 100 ns since the system started: when the processors' times were read */
    struct nt_groups groups;
    ULONG processors; /* of all groups */
    struct nt_processor_times *times;
    struct nt_processor_idle *idle; /* the times of idle states */
    ULONG *dpcs;                    /* how many DPCs (softirqs) each processor has run */
    ULONG *dpc_rates;               /* DPCs in each 15.625 ms, Windows' clock tick, since the last snapshot */
    struct unixlib_frequency *frequencies;
    ULONG64 *work;                 /* 100 ns at the nominal frequency that they were busy since the first snapshot */
    ULONG64 list_time;             /* when the processes were read */
    ULONG processes;               /* 0: not selected, or not reported */
    struct snapshot_process *list; /* the processes, and one more element: the sum of all, ended ones included */
    struct snapshot_process ended; /* what processes had used that ended since the first snapshot */
    ULONG idle_threads;            /* 0: the list does not have the process Idle, which is the first otherwise */
    struct nt_processor_times *idle_times; /* for each thread of Idle */
    ULONG threads;
    struct snapshot_thread *thread_list; /* the threads, and their sum */
    ULONG64 memory_available;            /* bytes; 0: not selected, or not reported */
    ULONG64 commit_limit, committed;     /* bytes */
    ULONG64 system_time;                 /* when SYSTEM was read; 0: not selected, or not reported */
    struct unixlib_system system;
};

/* Whether all bits of PART, which may be several, are selected. */
static inline BOOLEAN snapshot_is_wanted(ULONG wanted, ULONG part)
{
    return (wanted & part) == part;
}

/* NULL: no memory is left. SINCE is an earlier snapshot, or NULL; WORK and ENDED continue from it, and so do rates. */
struct snapshot *snapshot_take(ULONG wanted, const struct snapshot *since);

/* Returns the index of PROCESS in the list of SNAPSHOT, or the number of its processes if it is not there. */
ULONG snapshot_find_process(const struct snapshot *snapshot, const struct snapshot_process *process);

/* Returns the date now, in 100 ns since 1601. */
ULONG64 snapshot_date(void);

/* SNAPSHOT may be NULL. */
void snapshot_free(struct snapshot *snapshot);

/* Writes the name of the instance that is the sum of all others, as Windows has it. */
void snapshot_name_total(WCHAR name[INSTANCE_NAME]);

#endif
