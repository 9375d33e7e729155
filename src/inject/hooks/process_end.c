/* SPDX-License-Identifier: MIT */
#include "inject/hooks/trampolines.h"
#include "library/query/unixlib_state.h"

/* A NULL handle ends the other threads of this process, the pseudo handle this process. */
NTSTATUS WINAPI HookedNtTerminateProcess(HANDLE Process, NTSTATUS Status)
{
    NTSTATUS status;

    if (!Process || Process == NT_CURRENT_PROCESS) query_unixlib_process_exits((ULONG)Status);
    if (Process == NT_CURRENT_PROCESS) query_unixlib_process_ends();
    status = trampolines.NtTerminateProcess(Process, Status);
    if (NT_SUCCESS(status) && Process) query_unixlib_process_was_killed(Process, (ULONG)Status);
    return status;
}
