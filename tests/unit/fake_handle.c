/* SPDX-License-Identifier: MIT */
/* Handles. */
#include "fake_nt.h"
#include "library/nt/calls.h"

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

void fake_handle_fill(struct nt_calls *calls)
{
    calls->NtDuplicateObject = duplicate;
    calls->NtClose = close_handle;
}
