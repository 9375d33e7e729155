/* SPDX-License-Identifier: MIT */
/* An account: the sums of what the ended descendants of a process, or the ended processes of a job, used. The process that
   writes an end record adds to them. */
#ifndef CYCLETIME_ACCOUNT_H
#define CYCLETIME_ACCOUNT_H

#include "unixlib/shared_file/record_file.h"
#include "unixlib/shared_file/record_layout.h"

static inline struct account_sum account_sum_with(struct account_sum sum, struct account_sum part)
{
    const struct record_times times = { sum.times.user + part.times.user, sum.times.kernel + part.times.kernel };

    return (struct account_sum){ times, .processes = sum.processes + part.processes };
}

/* The account of BEARER, a process or a job, is in SLOT: a process's in its own slot number, a job's behind those. The
   account of an earlier bearer of the slot counts as empty. */

/* Returns false if other processes add to the account all the time, or the file has no room. */
bool account_add(const struct record_file *file, uint32_t slot, struct record_process bearer, struct account_sum part);

/* Returns BEARER's account, or zeros if no copy is whole and of BEARER. */
struct account account_read(const struct record_file *file, uint32_t slot, struct record_process bearer);

#endif
