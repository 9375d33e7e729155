/* SPDX-License-Identifier: MIT */
#include "calls.h"

#define SLACK 0x4000  /* what may start between two queries */

/* The list of all processes in a block that the caller releases. */
static NTSTATUS list_processes(const BYTE **list, ULONG *length)
{
    static ULONG expected = 4 * SLACK;  /* what sufficed last, so that one query does */
    ULONG size = __atomic_load_n(&expected, __ATOMIC_RELAXED), needed;
    NTSTATUS status;
    PVOID block;
    int tries;

    for (tries = 0; tries < 8; tries++) {
        if (!(block = nt_calls()->allocate(size))) return STATUS_NO_MEMORY;
        needed = 0;
        status = nt_calls()->NtQuerySystemInformation(SystemProcessInformation, block, size, &needed);
        if (NT_SUCCESS(status)) {
            *list = block;
            *length = size;
            return status;
        }
        nt_calls()->release(block);
        if (status != STATUS_INFO_LENGTH_MISMATCH && status != STATUS_BUFFER_TOO_SMALL) return status;
        size = (needed > size ? needed : size) + SLACK;
        __atomic_store_n(&expected, size, __ATOMIC_RELAXED);
    }
    return status;
}

NTSTATUS nt_listed_process_times(ULONG id, struct nt_times *times)
{
    const SYSTEM_PROCESS_INFORMATION *entry;
    ULONG length, offset = 0;
    const BYTE *list;
    NTSTATUS status = list_processes(&list, &length);

    if (!NT_SUCCESS(status)) return status;
    status = STATUS_NOT_FOUND;
    while (length - offset >= sizeof *entry) {
        entry = (const SYSTEM_PROCESS_INFORMATION *)(list + offset);
        if ((ULONG)(ULONG_PTR)entry->UniqueProcessId == id) {
            times->creation = entry->CreateTime.QuadPart;
            times->exit = 0;
            times->kernel = entry->KernelTime.QuadPart;
            times->user = entry->UserTime.QuadPart;
            status = STATUS_SUCCESS;
            break;
        }
        if (!entry->NextEntryOffset || entry->NextEntryOffset > length - offset) break;
        offset += entry->NextEntryOffset;
    }
    nt_calls()->release((PVOID)list);
    return status;
}
