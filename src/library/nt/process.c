/* SPDX-License-Identifier: MIT */
/* Queries of a process or a thread by its handle. */
#include "library/nt/calls.h"

NTSTATUS nt_process_basics(HANDLE process, PROCESS_BASIC_INFORMATION *basics)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, basics, sizeof *basics, NULL);
}

NTSTATUS nt_process_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info = { .UniqueProcessId = GetCurrentProcessId() };
    NTSTATUS status = process == NT_CURRENT_PROCESS ? STATUS_SUCCESS : nt_process_basics(process, &info);

    if (NT_SUCCESS(status)) *id = (ULONG)info.UniqueProcessId;
    return status;
}

NTSTATUS nt_parent_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status = nt_process_basics(process, &info);

    if (NT_SUCCESS(status)) *id = (ULONG)info.InheritedFromUniqueProcessId;
    return status;
}

NTSTATUS nt_process_times(HANDLE process, struct nt_times *times)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessTimes, times, sizeof *times, NULL);
}

NTSTATUS nt_process_id_and_times(HANDLE process, ULONG *id, struct nt_times *times)
{
    HANDLE duplicate;
    NTSTATUS status;

    if (!nt_calls()->NtDuplicateObject || !nt_calls()->NtClose) return STATUS_NOT_SUPPORTED;
    status = nt_calls()->NtDuplicateObject(NT_CURRENT_PROCESS, process, NT_CURRENT_PROCESS, &duplicate, 0, 0,
                                           DUPLICATE_SAME_ACCESS);
    if (!NT_SUCCESS(status)) return status;
    status = nt_process_id(duplicate, id);
    if (NT_SUCCESS(status)) status = nt_process_times(duplicate, times);
    nt_calls()->NtClose(duplicate);
    return status;
}

static NTSTATUS query_thread(HANDLE thread, THREAD_BASIC_INFORMATION *info, struct nt_thread *identity)
{
    NTSTATUS status = nt_calls()->NtQueryInformationThread(thread, ThreadBasicInformation, info, sizeof *info, NULL);

    if (NT_SUCCESS(status))
        *identity =
            (struct nt_thread){ (ULONG)(ULONG_PTR)info->ClientId.UniqueThread,
                                (ULONG)(ULONG_PTR)info->ClientId.UniqueProcess, info->ExitStatus != STATUS_PENDING };
    return status;
}

NTSTATUS nt_thread(HANDLE thread, struct nt_thread *identity)
{
    THREAD_BASIC_INFORMATION info;

    if (thread != NT_CURRENT_THREAD) return query_thread(thread, &info, identity);
    *identity = (struct nt_thread){ GetCurrentThreadId(), GetCurrentProcessId(), FALSE };
    return STATUS_SUCCESS;
}

NTSTATUS nt_thread_basics(HANDLE thread, struct nt_thread_basics *basics)
{
    THREAD_BASIC_INFORMATION info;
    struct nt_thread identity;
    NTSTATUS status = query_thread(thread, &info, &identity);
    PVOID start;

    if (!NT_SUCCESS(status)) return status;
    *basics = (struct nt_thread_basics){ identity, info.Priority, info.BasePriority, NULL };
    status = nt_calls()->NtQueryInformationThread(thread, ThreadQuerySetWin32StartAddress, &start, sizeof start, NULL);
    if (NT_SUCCESS(status)) basics->start = start;
    return STATUS_SUCCESS;
}

NTSTATUS nt_thread_times(HANDLE thread, struct nt_times *times)
{
    return nt_calls()->NtQueryInformationThread(thread, ThreadTimes, times, sizeof *times, NULL);
}

NTSTATUS nt_handle_cycles(CYCLETIME_QUESTION question, HANDLE handle, ULONG64 *cycles)
{
    CYCLE_TIME_INFORMATION info = { 0, 0 };
    NTSTATUS status;

    if (question == CYCLETIME_QUESTION_THREAD_CYCLES)
        status = nt_calls()->NtQueryInformationThread(handle, ThreadCycleTime, &info, sizeof info, NULL);
    else status = nt_calls()->NtQueryInformationProcess(handle, ProcessCycleTime, &info, sizeof info, NULL);
    if (NT_SUCCESS(status)) *cycles = info.AccumulatedCycles;
    return status;
}
