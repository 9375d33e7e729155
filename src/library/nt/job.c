/* SPDX-License-Identifier: MIT */
/* Queries of jobs: whether a process is in one, and its processes. */
#include "library/nt/calls.h"

#include <stddef.h>

enum { FEW = 64, MOST = 0x10000 };

#define IN_JOB ((NTSTATUS)0x124) /* STATUS_PROCESS_IN_JOB */

BOOLEAN nt_is_in_job(void)
{
    return nt_calls()->NtIsProcessInJob && nt_calls()->NtIsProcessInJob(NT_CURRENT_PROCESS, NULL) == IN_JOB;
}

/* The copy has no rights, since a comparison needs none. */
BOOLEAN nt_is_same_object(HANDLE handle, ULONG id, HANDLE others)
{
    const CLIENT_ID client = { .UniqueProcess = (HANDLE)(ULONG_PTR)id };
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    HANDLE process, copy;
    BOOLEAN is_same = FALSE;

    if (!nt_calls()->NtCompareObjects) return FALSE;
    if (id == GetCurrentProcessId()) return NT_SUCCESS(nt_calls()->NtCompareObjects(handle, others));
    if (!NT_SUCCESS(nt_calls()->NtOpenProcess(&process, PROCESS_DUP_HANDLE, &attributes, &client))) return FALSE;
    if (NT_SUCCESS(nt_calls()->NtDuplicateObject(process, others, NT_CURRENT_PROCESS, &copy, 0, 0, 0))) {
        is_same = NT_SUCCESS(nt_calls()->NtCompareObjects(handle, copy));
        nt_calls()->NtClose(copy);
    }
    nt_calls()->NtClose(process);
    return is_same;
}

/* A handle that has the right to put processes into the job, or to set its limits, may lack the right to query it. */
static NTSTATUS query_job(HANDLE job, ULONG class, PVOID buffer, ULONG size)
{
    NTSTATUS status = nt_calls()->NtQueryInformationJobObject(job, class, buffer, size, NULL);
    HANDLE duplicate;

    if (status != STATUS_ACCESS_DENIED || !NT_SUCCESS(nt_get_right(job, JOB_OBJECT_QUERY, &duplicate))) return status;
    status = nt_calls()->NtQueryInformationJobObject(duplicate, class, buffer, size, NULL);
    nt_calls()->NtClose(duplicate);
    return status;
}

/* With less room than the list needs Windows returns STATUS_BUFFER_OVERFLOW, and Wine STATUS_MORE_ENTRIES, which is a
   success. The ids are written over the list itself: one that is later in memory is read before it is overwritten. */
ULONG *nt_job_members(HANDLE job, ULONG *count)
{
    JOBOBJECT_BASIC_PROCESS_ID_LIST *members;
    ULONG room, size, listed, id, i, *ids;
    BOOLEAN is_short;
    NTSTATUS status;

    for (room = FEW; room <= MOST; room *= 4) {
        size = (ULONG)(offsetof(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList) + room * sizeof members->ProcessIdList[0]);
        members = nt_allocate(size);
        if (!members) return NULL;
        members->NumberOfProcessIdsInList = 0;
        status = query_job(job, JobObjectBasicProcessIdList, members, size);
        listed = members->NumberOfProcessIdsInList;
        is_short =
            status == STATUS_BUFFER_OVERFLOW || status == STATUS_MORE_ENTRIES || status == STATUS_INFO_LENGTH_MISMATCH;
        if (NT_SUCCESS(status) && !is_short && listed <= room) {
            ids = (ULONG *)(PVOID)members;
            for (i = 0; i < listed; i++) {
                id = (ULONG)members->ProcessIdList[i];
                ids[i] = id;
            }
            *count = listed;
            return ids;
        }
        nt_release(members);
        if (!is_short) return NULL;
    }
    return NULL;
}

NTSTATUS nt_job_processes(HANDLE job, ULONG *count)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION info;
    NTSTATUS status = query_job(job, JobObjectBasicAccountingInformation, &info, sizeof info);

    if (NT_SUCCESS(status)) *count = info.TotalProcesses;
    return status;
}
