/* SPDX-License-Identifier: MIT */
/* The part of a snapshot about processors. */
#ifndef CYCLETIME_COUNTERS_SNAPSHOT_PROCESSORS_H
#define CYCLETIME_COUNTERS_SNAPSHOT_PROCESSORS_H

#include "counters/snapshot_layout.h"

/* Only snapshot_take calls this. */
void snapshot_take_processors(struct snapshot *snapshot, ULONG wanted, const struct snapshot *since);

#endif
