/* SPDX-License-Identifier: MIT */
#include "host_jobs.h"
#include "host_processes.h"
#include "../nt/unix_side.h"

#include <string.h>

BOOLEAN host_membership_begins(struct host_membership *membership)
{
    membership->step = HOST_MEMBERSHIP_BEGINS;
    return unix_side_call(HOST_CALL_MEMBERSHIP, membership) == HOST_DONE;
}

void host_membership_ends(struct host_membership *membership, BOOLEAN holds)
{
    membership->step = holds ? HOST_MEMBERSHIP_HOLDS : HOST_MEMBERSHIP_FAILED;
    unix_side_call(HOST_CALL_MEMBERSHIP, membership);
}

NTSTATUS host_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct cpu_time *seen)
{
    struct host_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    NTSTATUS status;

    if (!asked) return STATUS_NO_MEMORY;
    *asked = (struct host_job){ .job = *number, .times = seen != NULL, .count = count, .processes = processes };
    memcpy(asked->ids, ids, count * sizeof *ids);
    status = unix_side_call(HOST_CALL_JOB, asked) == HOST_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(status)) {
        *number = asked->job;
        if (seen) put_times(seen, asked->total, asked->kernel);
    }
    nt_release(asked);
    return status;
}
