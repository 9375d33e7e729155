/* SPDX-License-Identifier: MIT */
#include "process_end.h"
#include "originals.h"
#include "../query/host_state.h"

/* Without a handle it ends the other threads of this process, by its pseudo handle this process. */
NTSTATUS WINAPI GraftedNtTerminateProcess(HANDLE Process, NTSTATUS Status)
{
    NTSTATUS status;

    if (!Process || Process == NT_CURRENT_PROCESS) query_host_process_exits((ULONG)Status);
    if (Process == NT_CURRENT_PROCESS) query_host_process_ends();
    status = originals.NtTerminateProcess(Process, Status);
    if (NT_SUCCESS(status) && Process) query_host_process_was_killed(Process, (ULONG)Status);
    return status;
}
