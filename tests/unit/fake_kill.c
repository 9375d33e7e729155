/* SPDX-License-Identifier: MIT */
/* Handles and jobs, as who kills something asks for them. */
#include "fake_nt.h"
#include "nt/calls.h"

#include <string.h>

static NTSTATUS WINAPI duplicate(HANDLE from, HANDLE handle, HANDLE to, PHANDLE made, ACCESS_MASK access, ULONG attributes,
                                 ULONG options)
{
    struct fake_object *object = fake_object_of(handle);

    if (from != NT_CURRENT_PROCESS || to != NT_CURRENT_PROCESS || attributes || options) return STATUS_INVALID_PARAMETER;
    if (!object) return STATUS_INVALID_HANDLE;
    if (fake.keeps_rights) return STATUS_ACCESS_DENIED;
    *made = fake_open(object, access);
    fake.blocks++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    fake_close(handle);
    fake.blocks--;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_job(HANDLE handle, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    struct {
        ULONG assigned, listed;
        ULONG_PTR ids[4];
    } list = { fake.in_job_count + fake.more_in_job, fake.in_job_count, { 0 } };
    struct fake_object *object;
    const NTSTATUS status = fake_resolve(handle, FAKE_JOB, JOB_OBJECT_QUERY, &object);
    ULONG i;

    (void)returned;
    if (!NT_SUCCESS(status)) return status;
    if (class != JobObjectBasicProcessIdList || length < sizeof list) return STATUS_INVALID_PARAMETER;
    for (i = 0; i < fake.in_job_count; i++) list.ids[i] = fake.in_job[i];
    memcpy(buffer, &list, sizeof list);
    return fake.more_in_job ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
}

void fake_kill_fill(struct nt_calls *calls)
{
    calls->NtDuplicateObject = duplicate;
    calls->NtClose = close_handle;
    calls->NtQueryInformationJobObject = query_job;
}
