/* SPDX-License-Identifier: MIT */
/* Jobs, which the system does not name: cycletime numbers them, and remembers which of this process's handles leads to
   which. Where it does not know, a live process of the job may. */
#ifndef CYCLETIME_QUERY_JOB_H
#define CYCLETIME_QUERY_JOB_H

#include "../nt/nt.h"
#include "../source/host_jobs.h"

/* HANDLE is new, and leads to where FROM does; NULL: to a job of which nothing is known, or to something else. */
void query_job_handle_is_new(HANDLE handle, HANDLE from);

struct query_membership {
    struct host_membership host;
    HANDLE job;
};

/* PROCESS is about to be put into JOB, and was or was not. FALSE: nothing of it is kept. */
BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership);
void query_membership_ends(struct query_membership *membership, BOOLEAN holds);

/* Of all processes that were ever in the job, never less than before. STATUS_NOT_SUPPORTED: nothing is known of it. */
NTSTATUS query_job_times(HANDLE job, ULONG64 *kernel, ULONG64 *user);

#endif
