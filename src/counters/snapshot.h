/* SPDX-License-Identifier: MIT */
/* What performance counters are told from, of one moment. */
#ifndef CYCLETIME_COUNTERS_SNAPSHOT_H
#define CYCLETIME_COUNTERS_SNAPSHOT_H

#include "../nt/nt.h"

/* What of it is wanted. */
enum { SNAPSHOT_PROCESSORS = 1 };

struct snapshot {
    ULONG64 date; /* 100 ns since 1601 */
    ULONG64 time; /* 100 ns since the system started: when the processors' times were read */
    struct nt_groups groups;
    ULONG processors; /* 0: not wanted, or nobody could tell */
    struct nt_processor_times *times;
};

/* NULL: there is no memory. */
struct snapshot *snapshot_take(ULONG wanted);

/* NULL: does nothing. */
void snapshot_free(struct snapshot *snapshot);

#endif
