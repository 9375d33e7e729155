/* SPDX-License-Identifier: MIT */
#include "tools/top/process_memory.h"
#include "library/nt/calls.h"

enum { FIRST_SIZE = 0x10000, MOST_SIZE = 0x4000000, JOB_ROOM = 0x8000 };

static NTSTATUS list_handles(SYSTEM_HANDLES **handles)
{
    NTSTATUS status = STATUS_INFO_LENGTH_MISMATCH;
    ULONG size;
    PVOID block;

    for (size = FIRST_SIZE; status == STATUS_INFO_LENGTH_MISMATCH && size <= MOST_SIZE; size *= 2) {
        if (!(block = nt_calls()->allocate(size))) return STATUS_NO_MEMORY;
        status = nt_calls()->NtQuerySystemInformation(SystemExtendedHandleInformation, block, size, NULL);
        if (NT_SUCCESS(status)) *handles = block;
        else nt_calls()->release(block);
    }
    return status;
}

/* The number of the object type "job" differs between systems, so it is taken from a job that is made here. */
static NTSTATUS list_with_type(SYSTEM_HANDLES **handles, USHORT *type)
{
    const ULONG_PTR own = nt_own_process_id();
    NTSTATUS status;
    HANDLE job;
    ULONG_PTR i;

    status = nt_calls()->NtCreateJobObject(&job, JOB_OBJECT_QUERY, NULL);
    if (!NT_SUCCESS(status)) return status;
    status = list_handles(handles);
    nt_calls()->NtClose(job);
    if (!NT_SUCCESS(status)) return status;
    for (i = 0; i < (*handles)->NumberOfHandles; i++) {
        if ((*handles)->Handles[i].UniqueProcessId != own) continue;
        if ((*handles)->Handles[i].HandleValue != (ULONG_PTR)job) continue;
        *type = (*handles)->Handles[i].ObjectTypeIndex;
        return STATUS_SUCCESS;
    }
    nt_calls()->release(*handles);
    return STATUS_NOT_FOUND;
}

/* The caller closes the duplicate at once: while it is open, the job does not end when its other handles are closed. */
static HANDLE duplicate_handle(const SYSTEM_HANDLE_ENTRY *entry)
{
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    const CLIENT_ID id = { (HANDLE)entry->UniqueProcessId, NULL };
    HANDLE process, job = NULL;

    if (!NT_SUCCESS(nt_calls()->NtOpenProcess(&process, PROCESS_DUP_HANDLE, &attributes, &id))) return NULL;
    if (!NT_SUCCESS(nt_calls()->NtDuplicateObject(process, (HANDLE)entry->HandleValue, NT_CURRENT_PROCESS, &job,
                                                  JOB_OBJECT_QUERY, 0, 0)))
        job = NULL;
    nt_calls()->NtClose(process);
    return job;
}

/* FALSE: the handle leads to another object by now. STATUS_BUFFER_OVERFLOW: the room holds as many members as it can. */
static BOOLEAN list_members(const SYSTEM_HANDLE_ENTRY *entry, JOBOBJECT_BASIC_PROCESS_ID_LIST *members)
{
    HANDLE job = duplicate_handle(entry);
    NTSTATUS status;

    if (!job) return FALSE;
    status = nt_calls()->NtQueryInformationJobObject(job, JobObjectBasicProcessIdList, members, JOB_ROOM, NULL);
    nt_calls()->NtClose(job);
    return NT_SUCCESS(status) || status == STATUS_BUFFER_OVERFLOW;
}

NTSTATUS nt_each_job(void (*report)(PVOID context, const ULONG_PTR *ids, ULONG count), PVOID context)
{
    const ULONG_PTR own = nt_own_process_id();
    SYSTEM_HANDLES *handles;
    const SYSTEM_HANDLE_ENTRY *entry;
    JOBOBJECT_BASIC_PROCESS_ID_LIST *members;
    NTSTATUS status;
    USHORT type;

    if (!NT_SUCCESS(status = list_with_type(&handles, &type))) return status;
    if (!(members = nt_calls()->allocate(JOB_ROOM))) status = STATUS_NO_MEMORY;
    for (entry = handles->Handles; members && entry < handles->Handles + handles->NumberOfHandles; entry++)
        if (entry->ObjectTypeIndex == type && entry->UniqueProcessId != own && list_members(entry, members))
            report(context, members->ProcessIdList, members->NumberOfProcessIdsInList);
    if (members) nt_calls()->release(members);
    nt_calls()->release(handles);
    return status;
}
