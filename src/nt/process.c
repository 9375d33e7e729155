/* SPDX-License-Identifier: MIT */
#include "calls.h"

ULONG nt_own_process_id(void)
{
    return nt_calls()->GetCurrentProcessId();
}

NTSTATUS nt_process_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status;

    if (process == NT_CURRENT_PROCESS) {
        *id = nt_own_process_id();
        return STATUS_SUCCESS;
    }
    status = nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL);
    if (!NT_SUCCESS(status)) return status;
    *id = (ULONG)info.UniqueProcessId;
    return STATUS_SUCCESS;
}

NTSTATUS nt_parent_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status = nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL);

    if (NT_SUCCESS(status)) *id = (ULONG)info.InheritedFromUniqueProcessId;
    return status;
}

NTSTATUS nt_process_times(HANDLE process, struct nt_times *times)
{
    KERNEL_USER_TIMES info;
    NTSTATUS status = nt_calls()->NtQueryInformationProcess(process, ProcessTimes, &info, sizeof info, NULL);

    if (!NT_SUCCESS(status)) return status;
    *times = nt_times_from(&info);
    return STATUS_SUCCESS;
}

NTSTATUS nt_process_cycles(HANDLE process, ULONG64 *cycles)
{
    CYCLE_TIME_INFORMATION info = { 0, 0 };
    NTSTATUS status = nt_calls()->NtQueryInformationProcess(process, ProcessCycleTime, &info, sizeof info, NULL);

    if (!NT_SUCCESS(status)) return status;
    *cycles = info.AccumulatedCycles;
    return STATUS_SUCCESS;
}
