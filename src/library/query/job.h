/* SPDX-License-Identifier: MIT */
/* Jobs: the system has no id for a job, so cycletime numbers them, and keeps the number for each handle of this process.
   Where the number of a handle is unknown, a live process of the job may have it. A job of NULL is the one that this
   process is in, for which nothing is kept. */
#ifndef CYCLETIME_QUERY_JOB_H
#define CYCLETIME_QUERY_JOB_H

#include "library/nt/nt.h"
#include "library/source/unixlib_jobs.h"

/* HANDLE is new, and the job that it refers to is not known. */
void query_job_handle_is_new(HANDLE handle);

/* HANDLE of the process FROM, of a job or of any other object, was copied to the process TO as COPY. */
void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy);

struct query_membership {
    struct unixlib_membership unixlib;
    HANDLE job;
};

/* PROCESS is about to be put into JOB; afterwards HOLDS says whether it was. FALSE: the membership is not kept. */
BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership);
void query_membership_ends(struct query_membership *membership, BOOLEAN holds);

/* In 100 ns: of all processes that were ever in the job, never less than before, and the part of it since the job's period
   began. */
struct query_job_times {
    ULONG64 kernel, user;
    ULONG64 period_kernel, period_user;
};

/* STATUS_NOT_SUPPORTED: they are not known. */
NTSTATUS query_job_times(HANDLE job, struct query_job_times *times);

/* A period of the job begins: a limit of the job's time was set. */
void query_job_period_begins(HANDLE job);

#endif
