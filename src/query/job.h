/* SPDX-License-Identifier: MIT */
/* Jobs: the system has no id for a job, so cycletime numbers them, and keeps the number for each handle of this process.
   Where the number of a handle is unknown, a live process of the job may have it. */
#ifndef CYCLETIME_QUERY_JOB_H
#define CYCLETIME_QUERY_JOB_H

#include "../nt/nt.h"
#include "../source/unixlib_jobs.h"

/* HANDLE is new, and refers to the same object as FROM; FROM is NULL if the job is unknown or the object is no job. */
void query_job_handle_is_new(HANDLE handle, HANDLE from);

struct query_membership {
    struct unixlib_membership host;
    HANDLE job;
};

/* PROCESS is about to be put into JOB; afterwards HOLDS says whether it was. FALSE: the membership is not kept. */
BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership);
void query_membership_ends(struct query_membership *membership, BOOLEAN holds);

/* The times of all processes that were ever in the job, never less than before. STATUS_NOT_SUPPORTED: they are not
   known. */
NTSTATUS query_job_times(HANDLE job, ULONG64 *kernel, ULONG64 *user);

#endif
