/* SPDX-License-Identifier: MIT */
/* Queries of a process or a thread by its handle, also of a process that this one ends, before and after that. */
#include "library/nt/calls.h"

static NTSTATUS query_basics(HANDLE process, PROCESS_BASIC_INFORMATION *basics)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, basics, sizeof *basics, NULL);
}

NTSTATUS nt_process_id(HANDLE process, ULONG *id)
{
    BOOLEAN may_run;

    return nt_process_id_and_state(process, id, &may_run);
}

NTSTATUS nt_process_id_and_state(HANDLE process, ULONG *id, BOOLEAN *may_run)
{
    PROCESS_BASIC_INFORMATION info = { .ExitStatus = STILL_ACTIVE, .UniqueProcessId = GetCurrentProcessId() };
    NTSTATUS status = process == NT_CURRENT_PROCESS ? STATUS_SUCCESS : query_basics(process, &info);

    if (!NT_SUCCESS(status)) return status;
    *id = (ULONG)info.UniqueProcessId;
    *may_run = info.ExitStatus == STILL_ACTIVE;
    return status;
}

NTSTATUS nt_parent_id(HANDLE process, ULONG *id)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status = query_basics(process, &info);

    if (NT_SUCCESS(status)) *id = (ULONG)info.InheritedFromUniqueProcessId;
    return status;
}

NTSTATUS nt_process_times(HANDLE process, struct nt_times *times)
{
    return nt_calls()->NtQueryInformationProcess(process, ProcessTimes, times, sizeof *times, NULL);
}

NTSTATUS nt_process_id_and_times(HANDLE process, ACCESS_MASK right, ULONG *id, struct nt_times *times)
{
    HANDLE copy;
    NTSTATUS status = nt_get_right(process, right, &copy);

    if (!NT_SUCCESS(status)) return status;
    status = nt_process_id(copy, id);
    if (NT_SUCCESS(status)) status = nt_process_times(copy, times);
    nt_calls()->NtClose(copy);
    return status;
}

NTSTATUS nt_process_identity(HANDLE process, ULONG *id, ULONG64 *creation)
{
    struct nt_times times;
    NTSTATUS status = nt_process_times(process, &times);

    if (NT_SUCCESS(status)) status = nt_process_id(process, id);
    if (status == STATUS_ACCESS_DENIED)
        status = nt_process_id_and_times(process, PROCESS_QUERY_LIMITED_INFORMATION, id, &times);
    if (NT_SUCCESS(status)) *creation = times.creation;
    return status;
}

NTSTATUS nt_get_right(HANDLE handle, ACCESS_MASK right, HANDLE *duplicate)
{
    return nt_calls()->NtDuplicateObject(NT_CURRENT_PROCESS, handle, NT_CURRENT_PROCESS, duplicate, right, 0,
                                         right ? 0 : DUPLICATE_SAME_ACCESS);
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

BOOLEAN nt_has_right(HANDLE handle, ACCESS_MASK right)
{
    OBJECT_BASIC_INFORMATION info;
    const NTSTATUS status = nt_calls()->NtQueryObject(handle, ObjectBasicInformation, &info, sizeof info, NULL);

    return NT_SUCCESS(status) && info.GrantedAccess & right;
}

/* Sets all members of VICTIM but the handle. */
static NTSTATUS ask_about(struct nt_victim *victim, ULONG *code)
{
    PROCESS_BASIC_INFORMATION info;
    struct nt_times times;
    NTSTATUS status = nt_process_times(victim->handle, &times);

    if (NT_SUCCESS(status)) status = query_basics(victim->handle, &info);
    if (!NT_SUCCESS(status)) return status;
    victim->creation = times.creation;
    victim->id = (ULONG)info.UniqueProcessId;
    *code = (ULONG)info.ExitStatus;
    return status;
}

NTSTATUS nt_victim_find(HANDLE process, ULONG id, struct nt_victim *victim, ULONG *code)
{
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    const CLIENT_ID client = { .UniqueProcess = (HANDLE)(ULONG_PTR)id };
    NTSTATUS status;

    *victim = (struct nt_victim){ .handle = process };
    if (id) status = nt_calls()->NtOpenProcess(&victim->handle, PROCESS_QUERY_LIMITED_INFORMATION, &attributes, &client);
    else {
        if (!nt_has_right(process, PROCESS_TERMINATE)) return STATUS_ACCESS_DENIED;
        status = ask_about(victim, code);
        if (status != STATUS_ACCESS_DENIED) return status;
        status = nt_get_right(process, PROCESS_QUERY_LIMITED_INFORMATION, &victim->handle);
    }
    if (!NT_SUCCESS(status)) return status;
    victim->is_opened = TRUE;
    status = ask_about(victim, code);
    if (!NT_SUCCESS(status)) nt_victim_close(victim);
    return status;
}

NTSTATUS nt_victim_exit_code(const struct nt_victim *victim, ULONG *code)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status = query_basics(victim->handle, &info);

    if (!NT_SUCCESS(status)) return status;
    if (info.UniqueProcessId != victim->id) return STATUS_INVALID_HANDLE;
    *code = (ULONG)info.ExitStatus;
    return status;
}

void nt_victim_close(const struct nt_victim *victim)
{
    if (victim->is_opened) nt_calls()->NtClose(victim->handle);
}
