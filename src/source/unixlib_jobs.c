/* SPDX-License-Identifier: MIT */
#include "unixlib_jobs.h"
#include "unixlib_processes.h"
#include "../nt/unix_side.h"

#include <string.h>

BOOLEAN unixlib_membership_begins(struct unixlib_membership *membership)
{
    membership->step = UNIXLIB_MEMBERSHIP_BEGINS;
    return unix_side_call(UNIXLIB_CALL_MEMBERSHIP, membership) == UNIXLIB_DONE;
}

void unixlib_membership_ends(struct unixlib_membership *membership, BOOLEAN holds)
{
    membership->step = holds ? UNIXLIB_MEMBERSHIP_HOLDS : UNIXLIB_MEMBERSHIP_FAILED;
    unix_side_call(UNIXLIB_CALL_MEMBERSHIP, membership);
}

NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct cpu_time *seen)
{
    struct unixlib_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    NTSTATUS status;

    if (!asked) return STATUS_NO_MEMORY;
    *asked = (struct unixlib_job){ .job = *number, .times = seen != NULL, .count = count, .processes = processes };
    memcpy(asked->ids, ids, count * sizeof *ids);
    status = unix_side_call(UNIXLIB_CALL_JOB, asked) == UNIXLIB_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(status)) {
        *number = asked->job;
        if (seen) put_times(seen, asked->total, asked->kernel);
    }
    nt_release(asked);
    return status;
}
