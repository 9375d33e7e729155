/* SPDX-License-Identifier: MIT */
#include "calls.h"

enum { MOST_LISTED = 256, JobObjectProcessIds = 3 };

struct list {
    ULONG assigned, listed;
    ULONG_PTR ids[MOST_LISTED];
};

/* The handle again, with another right: the system looks whether this process would get it. */
static NTSTATUS with_right(HANDLE handle, ACCESS_MASK right, HANDLE *duplicate)
{
    if (!nt_calls()->NtDuplicateObject || !nt_calls()->NtClose) return STATUS_NOT_SUPPORTED;
    return nt_calls()->NtDuplicateObject(NT_CURRENT_PROCESS, handle, NT_CURRENT_PROCESS, duplicate, right, 0, 0);
}

NTSTATUS nt_victim_id(HANDLE process, ULONG *id)
{
    NTSTATUS status = nt_process_id(process, id);
    HANDLE duplicate;

    if (status != STATUS_ACCESS_DENIED) return status;
    if (!NT_SUCCESS(status = with_right(process, PROCESS_QUERY_LIMITED_INFORMATION, &duplicate))) return status;
    status = nt_process_id(duplicate, id);
    nt_calls()->NtClose(duplicate);
    return status;
}

static NTSTATUS list_job(HANDLE job, struct list *list)
{
    return nt_calls()->NtQueryInformationJobObject(job, JobObjectProcessIds, list, sizeof *list, NULL);
}

/* STATUS_BUFFER_OVERFLOW: there are more, and the list is full. */
ULONG nt_job_victims(HANDLE job, ULONG *ids, ULONG most)
{
    struct list list = { 0 };
    NTSTATUS status;
    HANDLE duplicate;
    ULONG i;

    if (!nt_calls()->NtQueryInformationJobObject) return 0;
    status = list_job(job, &list);
    if (status == STATUS_ACCESS_DENIED && NT_SUCCESS(with_right(job, JOB_OBJECT_QUERY, &duplicate))) {
        status = list_job(duplicate, &list);
        nt_calls()->NtClose(duplicate);
    }
    if (!NT_SUCCESS(status) && status != STATUS_BUFFER_OVERFLOW) return 0;
    for (i = 0; i < list.listed && i < most && i < MOST_LISTED; i++) ids[i] = (ULONG)list.ids[i];
    return i;
}
