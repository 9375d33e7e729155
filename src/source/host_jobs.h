/* SPDX-License-Identifier: MIT */
/* What the Linux side keeps of jobs. It numbers them. */
#ifndef CYCLETIME_HOST_JOBS_H
#define CYCLETIME_HOST_JOBS_H

#include "source.h"
#include "../protocol/host_calls.h"

/* A process is about to be put into a job, and was or was not. FALSE: that cannot be kept. */
BOOLEAN host_membership_begins(struct host_membership *membership);
void host_membership_ends(struct host_membership *membership, BOOLEAN holds);

/* Which job it is of whose processes, as many as there ever were, IDS live, if it has been known as NUMBER, or as none: 0;
   and what all of them used, if SEEN is there. */
NTSTATUS host_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct cpu_time *seen);

#endif
