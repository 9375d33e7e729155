/* SPDX-License-Identifier: MIT */
/* Queries of a process that this one ends, before and after that. */
#include "library/nt/calls.h"

BOOLEAN nt_has_right(HANDLE handle, ACCESS_MASK right)
{
    OBJECT_BASIC_INFORMATION info;
    NTSTATUS status;

    if (!nt_calls()->NtQueryObject) return FALSE;
    status = nt_calls()->NtQueryObject(handle, ObjectBasicInformation, &info, sizeof info, NULL);
    return NT_SUCCESS(status) && info.GrantedAccess & right;
}

/* Sets all members of VICTIM but the handle. */
static NTSTATUS ask_about(struct nt_victim *victim, ULONG *code)
{
    PROCESS_BASIC_INFORMATION info;
    struct nt_times times;
    NTSTATUS status = nt_process_times(victim->handle, &times);

    if (NT_SUCCESS(status)) status = nt_process_basics(victim->handle, &info);
    if (!NT_SUCCESS(status)) return status;
    victim->creation = times.creation;
    victim->id = (ULONG)info.UniqueProcessId;
    *code = (ULONG)info.ExitStatus;
    return status;
}

/* A handle that only has the right to end the process is enough where this process may open the process. */
NTSTATUS nt_victim_find(HANDLE process, ULONG id, struct nt_victim *victim, ULONG *code)
{
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    const CLIENT_ID client = { .UniqueProcess = (HANDLE)(ULONG_PTR)id };
    NTSTATUS status;

    *victim = (struct nt_victim){ .handle = process };
    if (id) {
        if (!nt_calls()->NtOpenProcess || !nt_calls()->NtClose) return STATUS_NOT_SUPPORTED;
        status = nt_calls()->NtOpenProcess(&victim->handle, PROCESS_QUERY_LIMITED_INFORMATION, &attributes, &client);
    } else {
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
    NTSTATUS status = nt_process_basics(victim->handle, &info);

    if (!NT_SUCCESS(status)) return status;
    if (info.UniqueProcessId != victim->id) return STATUS_INVALID_HANDLE;
    *code = (ULONG)info.ExitStatus;
    return status;
}

void nt_victim_close(const struct nt_victim *victim)
{
    if (victim->is_opened) nt_calls()->NtClose(victim->handle);
}
