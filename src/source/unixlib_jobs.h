/* SPDX-License-Identifier: MIT */
/* The jobs that the Linux side keeps and numbers. */
#ifndef CYCLETIME_UNIXLIB_JOBS_H
#define CYCLETIME_UNIXLIB_JOBS_H

#include "source.h"
#include "../protocol/unixlib_calls.h"

/* A process is about to be put into a job; afterwards HOLDS says whether it was. FALSE: the membership cannot be kept. */
BOOLEAN unixlib_membership_begins(struct unixlib_membership *membership);
void unixlib_membership_ends(struct unixlib_membership *membership, BOOLEAN holds);

/* Finds the job that ever had PROCESSES processes, of which those with IDS live; *NUMBER is the number by which it is
   known, or 0, and becomes its number. If SEEN is not NULL, it receives the times of all of the job's processes. */
NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct cpu_time *seen);

#endif
