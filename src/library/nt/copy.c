/* SPDX-License-Identifier: MIT */
/* Copies between the caller's memory and ours as the system does: a pointer that cannot be read or written is
   STATUS_ACCESS_VIOLATION, and no fault. */
#include "library/nt/calls.h"
#include "protocol/unixlib_calls.h"

#include <string.h>

enum { MEMORY_BASIC = 0 };

static const ULONG readable =
    PAGE_READONLY | PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
static const ULONG writable = PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;

static BOOLEAN query_region(const void *at, MEMORY_BASIC_INFORMATION *region)
{
    return NT_SUCCESS(nt_calls()->NtQueryVirtualMemory(NT_CURRENT_PROCESS, at, MEMORY_BASIC, region, sizeof *region, NULL))
           && region->State == MEM_COMMIT;
}

/* Moves *AT to the first region that does not allow ACCESS. */
static NTSTATUS check_region(const BYTE **at, SIZE_T size, ULONG access)
{
    const BYTE *const end = *at + size;
    MEMORY_BASIC_INFORMATION region;

    if (end < *at) return STATUS_ACCESS_VIOLATION;
    for (; *at < end; *at = (const BYTE *)region.BaseAddress + region.RegionSize) {
        if (!query_region(*at, &region)) return STATUS_ACCESS_VIOLATION;
        if (region.Protect & PAGE_GUARD) return STATUS_GUARD_PAGE_VIOLATION;
        if (!(region.Protect & access)) return STATUS_ACCESS_VIOLATION;
    }
    return STATUS_SUCCESS;
}

/* Sets the guard of the page AT, or takes it away. */
static BOOLEAN set_guard(const void *at, ULONG guard)
{
    MEMORY_BASIC_INFORMATION region;
    PVOID page = (PVOID)(ULONG_PTR)at;
    SIZE_T size = 1;
    ULONG before;

    return query_region(at, &region)
           && NT_SUCCESS(nt_calls()->NtProtectVirtualMemory(NT_CURRENT_PROCESS, &page, &size,
                                                            (region.Protect & ~(ULONG)PAGE_GUARD) | guard, &before));
}

/* The unixlib finds a guard page by touching it, which takes the guard away. */
NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size)
{
    struct unixlib_copy copy = { .to = (ULONG_PTR)to, .from = (ULONG_PTR)from, .size = size };
    const BYTE *source = from, *target = to;
    NTSTATUS status;

    if (nt_unixlib_is_open()) {
        status = nt_unixlib_call(UNIXLIB_CALL_COPY, &copy);
        if (status == STATUS_GUARD_PAGE_VIOLATION) set_guard((const void *)(ULONG_PTR)copy.at, PAGE_GUARD);
        return status;
    }
    status = check_region(&target, size, writable);
    if (NT_SUCCESS(status)) status = check_region(&source, size, readable);
    if (NT_SUCCESS(status)) memcpy(to, from, size);
    return status;
}

/* Reads the parts in which the value was just written: a processor stalls where it reads larger ones. */
NTSTATUS nt_answer(PVOID to, const void *from, SIZE_T size)
{
    const ULONG *source = from;
    volatile unaligned_DWORD *target = to;
    SIZE_T i;

    if (!thread_stack_has(to, size)) return nt_copy(to, from, size);
    for (i = 0; i < size / sizeof *source; i++) target[i] = source[i];
    return STATUS_SUCCESS;
}

BOOLEAN nt_spend_guard(PVOID memory, SIZE_T size)
{
    const BYTE *at = memory;

    return check_region(&at, size, writable) == STATUS_GUARD_PAGE_VIOLATION && set_guard(at, 0);
}
