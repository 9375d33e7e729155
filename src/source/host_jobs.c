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

static NTSTATUS ask(struct host_job *asked, const ULONG *ids, ULONG count)
{
    asked->count = count;
    memcpy(asked->ids, ids, count * sizeof *ids);
    return unix_side_call(HOST_CALL_JOB, asked) == HOST_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

ULONG64 host_job_of(const ULONG *ids, ULONG count)
{
    struct host_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    ULONG64 job = 0;

    if (!asked) return 0;
    *asked = (struct host_job){ .times = FALSE };
    if (NT_SUCCESS(ask(asked, ids, count))) job = asked->job;
    nt_release(asked);
    return job;
}

NTSTATUS host_job_times(ULONG64 job, const ULONG *ids, ULONG count, struct cpu_time *seen)
{
    struct host_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    NTSTATUS status;

    if (!asked) return STATUS_NO_MEMORY;
    *asked = (struct host_job){ .job = job, .times = TRUE };
    status = ask(asked, ids, count);
    if (NT_SUCCESS(status)) put_times(seen, asked->total, asked->kernel);
    nt_release(asked);
    return status;
}
