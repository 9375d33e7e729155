/* SPDX-License-Identifier: MIT */
/* The jobs that the unixlib keeps and numbers. */
#ifndef CYCLETIME_UNIXLIB_JOBS_H
#define CYCLETIME_UNIXLIB_JOBS_H

#include "library/source/source.h"
#include "protocol/unixlib_calls.h"

/* A process is about to be put into a job; afterwards HOLDS says whether it was. FALSE: the membership cannot be kept. */
BOOLEAN unixlib_membership_begins(struct unixlib_membership *membership);
void unixlib_membership_ends(struct unixlib_membership *membership, BOOLEAN holds);

/* The times of all of a job's processes, and what they had used when the job's period began. */
struct unixlib_job_times {
    struct cpu_time all, before;
};

/* Finds the job that ever had PROCESSES processes, of which those with IDS live; *NUMBER is the number by which it is
   known, or 0, and becomes its number. If TIMES is not NULL, it receives the job's times. */
NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct unixlib_job_times *times);

/* A period of the job begins, before which its processes used that, in 100 ns. */
void unixlib_job_period_begins(ULONG64 number, ULONG64 kernel, ULONG64 user);

#endif
