/* SPDX-License-Identifier: MIT */
#include "library/source/unixlib_jobs.h"
#include "library/source/unixlib_processes.h"
#include "library/nt/unixlib_loader.h"

#include <string.h>

BOOLEAN unixlib_membership_begins(struct unixlib_membership *membership)
{
    membership->step = UNIXLIB_MEMBERSHIP_BEGINS;
    return nt_unixlib_call(UNIXLIB_CALL_MEMBERSHIP, membership) == UNIXLIB_DONE;
}

void unixlib_membership_ends(struct unixlib_membership *membership, BOOLEAN holds)
{
    membership->step = holds ? UNIXLIB_MEMBERSHIP_HOLDS : UNIXLIB_MEMBERSHIP_FAILED;
    nt_unixlib_call(UNIXLIB_CALL_MEMBERSHIP, membership);
}

NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct unixlib_job_times *times)
{
    struct unixlib_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    NTSTATUS status;

    if (!asked) return STATUS_NO_MEMORY;
    *asked = (struct unixlib_job){ .job = *number, .times = times != NULL, .count = count, .processes = processes };
    memcpy(asked->ids, ids, count * sizeof *ids);
    status = nt_unixlib_call(UNIXLIB_CALL_JOB, asked) == UNIXLIB_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(status)) {
        *number = asked->job;
        if (times) put_times(&times->all, asked->total, asked->kernel);
        if (times) put_times(&times->before, asked->total_before, asked->kernel_before);
    }
    nt_release(asked);
    return status;
}

void unixlib_job_period_begins(ULONG64 number, ULONG64 kernel, ULONG64 user)
{
    struct unixlib_job_period period = { .job = number, .total = (kernel + user) * 100, .kernel = kernel * 100 };

    nt_unixlib_call(UNIXLIB_CALL_JOB_PERIOD, &period);
}
