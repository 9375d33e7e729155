/* SPDX-License-Identifier: MIT */
/* Ended totals: the sums of what the ended descendants of a process, or the ended processes of a job, used. The
   process that writes an end record adds to them. */
#ifndef CYCLETIME_ENDED_TOTALS_H
#define CYCLETIME_ENDED_TOTALS_H

#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/shared_file_layout.h"

static inline struct ended_sum ended_sum_add(struct ended_sum sum, struct ended_sum part)
{
    const struct cpu_times times = { sum.times.user + part.times.user, sum.times.kernel + part.times.kernel };

    return (struct ended_sum){ times, .processes = sum.processes + part.processes };
}

/* The ended totals of BEARER, a process or a job, are in SLOT: a process's in its own slot number, a job's behind those.
   Those of an earlier bearer of the slot count as empty. */

/* Returns false if other processes add to the ended totals all the time, or the file has no room. */
bool ended_totals_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part);

/* Returns BEARER's ended totals, or zeros if no copy is whole and of BEARER. */
struct ended_totals ended_totals_read(const struct shared_file *file, uint32_t slot, struct process_identity bearer);

#endif
