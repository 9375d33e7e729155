/* SPDX-License-Identifier: MIT */
#include "tools/top/samples.h"
#include "library/nt/calls.h"

/* Where it stands: in the PEB the address of the parameters, in them the string. The same since NT 4 (phnt; Wine's
   winternl.h). Wine: peb, parameters. */
struct layout {
    ULONG parameters, string, pointer; /* bytes */
};

static const struct layout layout_32 = { 0x10, 0x40, 4 }, layout_64 = { 0x20, 0x70, 8 };

static BOOLEAN read_memory(HANDLE process, ULONG64 from, PVOID to, SIZE_T size)
{
    SIZE_T got = 0;

    if (!from || from > (ULONG_PTR)-1 - size) return FALSE;
    return NT_SUCCESS(nt_calls()->NtReadVirtualMemory(process, (PVOID)(ULONG_PTR)from, to, size, &got)) && got == size;
}

static BOOLEAN read_pointer(HANDLE process, ULONG64 from, const struct layout *layout, ULONG64 *pointer)
{
    *pointer = 0;
    return read_memory(process, from, pointer, layout->pointer);
}

/* 0: it has none, as it is no 32-bit process of a 64-bit system. Wine: peb-32. */
static ULONG64 peb_32_of(HANDLE process)
{
    ULONG_PTR peb = 0;

    if (!NT_SUCCESS(nt_calls()->NtQueryInformationProcess(process, ProcessWow64Information, &peb, sizeof peb, NULL)))
        return 0;
    return peb;
}

static NTSTATUS find_peb(HANDLE process, ULONG64 *peb, const struct layout **layout)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status;

    *layout = &layout_32;
    if ((*peb = peb_32_of(process))) return STATUS_SUCCESS;
    if (sizeof(void *) == 4 && peb_32_of(NT_CURRENT_PROCESS)) return STATUS_NOT_SUPPORTED;
    status = nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL);
    if (!NT_SUCCESS(status)) return status;
    *peb = (ULONG_PTR)info.PebBaseAddress;
    if (sizeof(void *) == 8) *layout = &layout_64;
    return STATUS_SUCCESS;
}

/* While a process begins, or is another, what is read may be anything; then it is not read, or is no text of that
   length. */
NTSTATUS nt_command_line(HANDLE process, WCHAR **line, ULONG *bytes)
{
    const struct layout *layout;
    ULONG64 peb, parameters, text;
    WCHAR *block;
    USHORT length;
    NTSTATUS status = find_peb(process, &peb, &layout);

    if (!NT_SUCCESS(status)) return status;
    if (!read_pointer(process, peb + layout->parameters, layout, &parameters)
        || !read_memory(process, parameters + layout->string, &length, sizeof length)
        || !read_pointer(process, parameters + layout->string + layout->pointer, layout, &text))
        return STATUS_PARTIAL_COPY;
    length -= length % sizeof(WCHAR);
    if (!length) return STATUS_NOT_FOUND;
    if (!(block = nt_calls()->allocate(length))) return STATUS_NO_MEMORY;
    if (!read_memory(process, text, block, length)) {
        nt_calls()->release(block);
        return STATUS_PARTIAL_COPY;
    }
    *line = block;
    *bytes = length;
    return STATUS_SUCCESS;
}

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
