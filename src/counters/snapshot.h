/* SPDX-License-Identifier: MIT */
/* What performance counters are told from, of one moment. */
#ifndef CYCLETIME_COUNTERS_SNAPSHOT_H
#define CYCLETIME_COUNTERS_SNAPSHOT_H

#include "../nt/nt.h"

/* What of it is wanted. */
enum { SNAPSHOT_PROCESSORS = 1, SNAPSHOT_PROCESSES = 2, SNAPSHOT_MEMORY = 4 };

enum { INSTANCE_NAME = 64 }; /* characters, the end included: a longer name is cut */

struct snapshot_process {
    WCHAR name[INSTANCE_NAME]; /* that of its image, without .exe */
    ULONG index;               /* how many of that name stand before it */
    ULONG id, parent, threads;
    ULONG64 creation, kernel, user, working_set, private_bytes;
};

struct snapshot {
    ULONG64 date; /* 100 ns since 1601 */
    ULONG64 time; /* 100 ns since the system started: when the processors' times were read */
    struct nt_groups groups;
    ULONG processors; /* 0: not wanted, or nobody could tell */
    struct nt_processor_times *times;
    ULONG64 list_time;             /* when the processes were read */
    ULONG processes;               /* 0: the same */
    struct snapshot_process *list; /* of them, and one more: the sum of all */
    ULONG64 available;             /* bytes of memory */
};

/* NULL: there is no memory. */
struct snapshot *snapshot_take(ULONG wanted);

/* NULL: does nothing. */
void snapshot_free(struct snapshot *snapshot);

#endif
