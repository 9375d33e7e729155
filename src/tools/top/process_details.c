/* SPDX-License-Identifier: MIT */
#include "tools/top/samples.h"
#include "library/nt/calls.h"

/* The offsets of the parameters' address in the PEB and of the command line in the parameters, and the size of a pointer.
   They are the same since NT 4 (phnt; Wine's winternl.h). Wine: peb, parameters. */
struct layout {
    ULONG parameters, string, pointer; /* bytes */
};

static const struct layout layout_32 = { 0x10, 0x40, 4 }, layout_64 = { 0x20, 0x70, 8 };

_Static_assert(offsetof(struct process_environment, parameters) == (sizeof(void *) == 8 ? 0x20 : 0x10), "PEB");
_Static_assert(offsetof(struct process_parameters, command_line) == (sizeof(void *) == 8 ? 0x70 : 0x40), "parameters");

static BOOLEAN read_process_memory(HANDLE process, ULONG64 from, PVOID to, SIZE_T size)
{
    SIZE_T got = 0;

    if (!from || from > (ULONG_PTR)-1 - size) return FALSE;
    return NT_SUCCESS(nt_calls()->NtReadVirtualMemory(process, (PVOID)(ULONG_PTR)from, to, size, &got)) && got == size;
}

/* While a process begins, or if its id has been given to another one, the memory may hold anything; then it cannot be read,
   or it is not a command line of the length that was read. A 32-bit process has its own PEB. Wine: peb-32. */
NTSTATUS process_command_line(HANDLE process, WCHAR **line, ULONG *bytes)
{
    const struct layout *layout = &layout_32;
    ULONG_PTR peb_32 = 0, own_peb_32 = 0;
    ULONG64 peb, parameters = 0, text = 0;
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status;
    WCHAR *block;
    USHORT length;

    status = nt_calls()->NtQueryInformationProcess(process, ProcessWow64Information, &peb_32, sizeof peb_32, NULL);
    peb = NT_SUCCESS(status) ? peb_32 : 0;
    if (!peb) {
        status = nt_calls()->NtQueryInformationProcess(NT_CURRENT_PROCESS, ProcessWow64Information, &own_peb_32,
                                                       sizeof own_peb_32, NULL);
        if (sizeof(void *) == 4 && NT_SUCCESS(status) && own_peb_32) return STATUS_NOT_SUPPORTED;
        status = nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL);
        if (!NT_SUCCESS(status)) return status;
        peb = (ULONG_PTR)info.PebBaseAddress;
        if (sizeof(void *) == 8) layout = &layout_64;
    }
    if (!read_process_memory(process, peb + layout->parameters, &parameters, layout->pointer)
        || !read_process_memory(process, parameters + layout->string, &length, sizeof length)
        || !read_process_memory(process, parameters + layout->string + layout->pointer, &text, layout->pointer))
        return STATUS_PARTIAL_COPY;
    length -= length % sizeof(WCHAR);
    if (!length) return STATUS_NOT_FOUND;
    block = nt_allocate(length);
    if (!block) return STATUS_NO_MEMORY;
    if (!read_process_memory(process, text, block, length)) {
        nt_release(block);
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
        block = nt_allocate(size);
        if (!block) return STATUS_NO_MEMORY;
        status = nt_calls()->NtQuerySystemInformation(SystemExtendedHandleInformation, block, size, NULL);
        if (NT_SUCCESS(status)) *handles = block;
        else nt_release(block);
    }
    return status;
}

/* FALSE: the handle leads to another object by now. STATUS_BUFFER_OVERFLOW: the room holds as many members as it can. The
   duplicate is closed at once: while it is open, the job does not end when its other handles are closed. */
static BOOLEAN list_members(const SYSTEM_HANDLE_ENTRY *entry, JOBOBJECT_BASIC_PROCESS_ID_LIST *members)
{
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    const CLIENT_ID id = { (HANDLE)entry->UniqueProcessId, NULL };
    HANDLE process, job;
    NTSTATUS status;

    if (!NT_SUCCESS(nt_calls()->NtOpenProcess(&process, PROCESS_DUP_HANDLE, &attributes, &id))) return FALSE;
    status = nt_calls()->NtDuplicateObject(process, (HANDLE)entry->HandleValue, NT_CURRENT_PROCESS, &job, JOB_OBJECT_QUERY,
                                           0, 0);
    nt_calls()->NtClose(process);
    if (!NT_SUCCESS(status)) return FALSE;
    status = nt_calls()->NtQueryInformationJobObject(job, JobObjectBasicProcessIdList, members, JOB_ROOM, NULL);
    nt_calls()->NtClose(job);
    return NT_SUCCESS(status) || status == STATUS_BUFFER_OVERFLOW;
}

/* The number of the object type "job" differs between systems, so it is taken from a job that is made here. */
NTSTATUS process_each_job(void (*report)(PVOID context, const ULONG_PTR *ids, ULONG count), PVOID context)
{
    const ULONG_PTR own = GetCurrentProcessId();
    JOBOBJECT_BASIC_PROCESS_ID_LIST *members;
    const SYSTEM_HANDLE_ENTRY *entry, *end, *made = NULL;
    SYSTEM_HANDLES *handles;
    NTSTATUS status;
    HANDLE job;

    status = nt_calls()->NtCreateJobObject(&job, JOB_OBJECT_QUERY, NULL);
    if (!NT_SUCCESS(status)) return status;
    status = list_handles(&handles);
    nt_calls()->NtClose(job);
    if (!NT_SUCCESS(status)) return status;
    end = handles->Handles + handles->NumberOfHandles;
    for (entry = handles->Handles; entry < end && !made; entry++)
        if (entry->UniqueProcessId == own && entry->HandleValue == (ULONG_PTR)job) made = entry;
    members = made ? nt_allocate(JOB_ROOM) : NULL;
    if (!members) status = made ? STATUS_NO_MEMORY : STATUS_NOT_FOUND;
    for (entry = handles->Handles; members && entry < end; entry++)
        if (entry->ObjectTypeIndex == made->ObjectTypeIndex && entry->UniqueProcessId != own
            && list_members(entry, members))
            report(context, members->ProcessIdList, members->NumberOfProcessIdsInList);
    nt_release(members);
    nt_release(handles);
    return status;
}
