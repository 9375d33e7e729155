/* SPDX-License-Identifier: MIT */
/* A snapshot: all data of one moment from which performance counters are computed. */
#ifndef CYCLETIME_COUNTERS_SNAPSHOT_H
#define CYCLETIME_COUNTERS_SNAPSHOT_H

#include "counters/snapshot_layout.h"

/* NULL: no memory is left. SINCE is an earlier snapshot, from which WORK is continued and rates are counted, or NULL. */
struct snapshot *snapshot_take(ULONG wanted, const struct snapshot *since);

/* SNAPSHOT may be NULL. */
void snapshot_free(struct snapshot *snapshot);

/* Writes the name of the instance that is the sum of all others, as Windows has it. */
void snapshot_name_total(WCHAR name[INSTANCE_NAME]);

#endif
