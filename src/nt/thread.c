/* SPDX-License-Identifier: MIT */
#include "calls.h"

ULONG nt_own_thread_id(void)
{
    return nt_calls()->GetCurrentThreadId();
}

NTSTATUS nt_thread(HANDLE thread, struct nt_thread *identity)
{
    THREAD_BASIC_INFORMATION info;
    NTSTATUS status;

    if (thread == NT_CURRENT_THREAD) {
        *identity = (struct nt_thread){ nt_own_thread_id(), nt_own_process_id(), FALSE };
        return STATUS_SUCCESS;
    }
    status = nt_calls()->NtQueryInformationThread(thread, ThreadBasicInformation, &info, sizeof info, NULL);
    if (!NT_SUCCESS(status)) return status;
    identity->id = (ULONG)(ULONG_PTR)info.ClientId.UniqueThread;
    identity->process = (ULONG)(ULONG_PTR)info.ClientId.UniqueProcess;
    identity->ended = info.ExitStatus != STATUS_PENDING;
    return STATUS_SUCCESS;
}

NTSTATUS nt_thread_id(HANDLE thread, ULONG *id)
{
    struct nt_thread identity;
    NTSTATUS status = nt_thread(thread, &identity);

    if (NT_SUCCESS(status)) *id = identity.id;
    return status;
}

NTSTATUS nt_thread_times(HANDLE thread, struct nt_times *times)
{
    return nt_calls()->NtQueryInformationThread(thread, ThreadTimes, times, sizeof *times, NULL);
}

NTSTATUS nt_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    CYCLE_TIME_INFORMATION info = { 0, 0 };
    NTSTATUS status = nt_calls()->NtQueryInformationThread(thread, ThreadCycleTime, &info, sizeof info, NULL);

    if (NT_SUCCESS(status)) *cycles = info.AccumulatedCycles;
    return status;
}
