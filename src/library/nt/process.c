/* SPDX-License-Identifier: MIT */
#include "library/nt/calls.h"

ULONG nt_own_process_id(void)
{
    return nt_calls()->GetCurrentProcessId();
}

static NTSTATUS ask_basic(HANDLE process, PROCESS_BASIC_INFORMATION *info)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, info, sizeof *info, NULL);
}

NTSTATUS nt_process_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info = { .UniqueProcessId = nt_own_process_id() };
    NTSTATUS status = process == NT_CURRENT_PROCESS ? STATUS_SUCCESS : ask_basic(process, &info);

    if (NT_SUCCESS(status)) *id = (ULONG)info.UniqueProcessId;
    return status;
}

NTSTATUS nt_parent_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status = ask_basic(process, &info);

    if (NT_SUCCESS(status)) *id = (ULONG)info.InheritedFromUniqueProcessId;
    return status;
}

NTSTATUS nt_process_times(HANDLE process, struct nt_times *times)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessTimes, times, sizeof *times, NULL);
}

NTSTATUS nt_process_cycles(HANDLE process, ULONG64 *cycles)
{
    CYCLE_TIME_INFORMATION info = { 0, 0 };
    NTSTATUS status = nt_calls()->NtQueryInformationProcess(process, ProcessCycleTime, &info, sizeof info, NULL);

    if (NT_SUCCESS(status)) *cycles = info.AccumulatedCycles;
    return status;
}
