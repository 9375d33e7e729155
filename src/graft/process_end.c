/* SPDX-License-Identifier: MIT */
#include "process_end.h"
#include "originals.h"
#include "../query/host_state.h"
#include "../query/kill.h"

/* Without a handle it ends the other threads of this process, by its pseudo handle this process. */
NTSTATUS WINAPI GraftedNtTerminateProcess(HANDLE Process, NTSTATUS Status)
{
    struct query_kill kill;
    BOOLEAN is_watched = FALSE;
    NTSTATUS status;

    if (!Process || Process == NT_CURRENT_PROCESS) query_host_process_exits((ULONG)Status);
    if (Process == NT_CURRENT_PROCESS) query_host_process_ends();
    else if (Process) is_watched = query_kill_begins(Process, &kill);
    status = originals.NtTerminateProcess(Process, Status);
    if (is_watched) query_kill_ends(&kill, NT_SUCCESS(status), (ULONG)Status);
    return status;
}

NTSTATUS WINAPI GraftedNtTerminateJobObject(HANDLE Job, NTSTATUS Status)
{
    struct query_kill kills[QUERY_MOST_KILLS];
    const ULONG watched = query_job_kill_begins(Job, kills, QUERY_MOST_KILLS);
    const NTSTATUS status = originals.NtTerminateJobObject(Job, Status);
    ULONG i;

    for (i = 0; i < watched; i++) query_kill_ends(&kills[i], NT_SUCCESS(status), (ULONG)Status);
    return status;
}
