/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "convert.h"

NTSTATUS nt_thread_id(HANDLE thread, ULONG *id)
{
    THREAD_BASIC_INFORMATION info;
    NTSTATUS status;

    if (thread == NT_CURRENT_THREAD) {
        *id = nt_calls()->GetCurrentThreadId();
        return STATUS_SUCCESS;
    }
    status = nt_calls()->NtQueryInformationThread(thread, ThreadBasicInformation, &info, sizeof info, NULL);
    if (!NT_SUCCESS(status)) return status;
    *id = (ULONG)(ULONG_PTR)info.ClientId.UniqueThread;
    return STATUS_SUCCESS;
}

NTSTATUS nt_thread_times(HANDLE thread, struct nt_times *times)
{
    KERNEL_USER_TIMES info;
    NTSTATUS status = nt_calls()->NtQueryInformationThread(thread, ThreadTimes, &info, sizeof info, NULL);

    if (!NT_SUCCESS(status)) return status;
    *times = nt_times_from(&info);
    return STATUS_SUCCESS;
}

NTSTATUS nt_thread_cycles(HANDLE thread, ULONG64 *cycles)
{
    CYCLE_TIME_INFORMATION info = { 0, 0 };
    NTSTATUS status = nt_calls()->NtQueryInformationThread(thread, ThreadCycleTime, &info, sizeof info, NULL);

    if (!NT_SUCCESS(status)) return status;
    *cycles = info.AccumulatedCycles;
    return STATUS_SUCCESS;
}
