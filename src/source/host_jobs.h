/* SPDX-License-Identifier: MIT */
/* What the Linux side keeps of jobs. It numbers them. */
#ifndef CYCLETIME_HOST_JOBS_H
#define CYCLETIME_HOST_JOBS_H

#include "source.h"
#include "../protocol/host_calls.h"

/* A process is about to be put into a job, and was or was not. FALSE: that cannot be kept. */
BOOLEAN host_membership_begins(struct host_membership *membership);
void host_membership_ends(struct host_membership *membership, BOOLEAN holds);

/* The number of the job of the live processes IDS; 0: none of them tells. */
ULONG64 host_job_of(const ULONG *ids, ULONG count);

/* Of all processes that were ever in a job, of which IDS live. */
NTSTATUS host_job_times(ULONG64 job, const ULONG *ids, ULONG count, struct cpu_time *seen);

#endif
