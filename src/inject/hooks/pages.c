/* SPDX-License-Identifier: MIT */
/* Makes pages writable and restores their protection. */
#include "inject/hooks/near_pool.h"

enum { PAGE = 4096 };

static struct page_region *region_of(struct pages *pages, BYTE *at)
{
    const DWORD writable = PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    struct page_region *region;
    MEMORY_BASIC_INFORMATION info;

    for (region = pages->list; region < pages->list + pages->count; region++)
        if (at >= region->begin && at < region->end) return region;
    if (!VirtualQuery(at, &info, sizeof info)) return NULL;
    region->begin = info.BaseAddress;
    region->end = region->low = region->begin + info.RegionSize;
    region->high = region->begin;
    region->protection = info.Protect;
    region->is_writable = info.Protect & writable && !(info.Protect & PAGE_GUARD);
    pages->count++;
    return region;
}

NTSTATUS pages_add(struct pages *pages, PVOID at, SIZE_T size)
{
    BYTE *part = at, *const end = part + size, *low, *high;
    struct page_region *region;

    for (; part < end; part = region->end) {
        if (!(region = region_of(pages, part))) return STATUS_ACCESS_DENIED;
        low = (BYTE *)((ULONG_PTR)part & ~(ULONG_PTR)(PAGE - 1));
        high = (BYTE *)(((ULONG_PTR)end + PAGE - 1) & ~(ULONG_PTR)(PAGE - 1));
        if (low < region->low) region->low = low;
        if (high > region->high) region->high = high < region->end ? high : region->end;
    }
    return STATUS_SUCCESS;
}

NTSTATUS pages_open(struct pages *pages)
{
    const DWORD executable = PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    const struct page_region *region;
    DWORD before;

    for (; pages->opened < pages->count; pages->opened++) {
        region = &pages->list[pages->opened];
        if (region->is_writable) continue;
        if (!VirtualProtect(region->low, (SIZE_T)(region->high - region->low),
                            region->protection & executable ? PAGE_EXECUTE_READWRITE : PAGE_READWRITE, &before))
            return STATUS_ACCESS_DENIED;
    }
    return STATUS_SUCCESS;
}

void pages_close(struct pages *pages)
{
    const struct page_region *region;
    DWORD during;

    while (pages->opened) {
        region = &pages->list[--pages->opened];
        if (!region->is_writable)
            VirtualProtect(region->low, (SIZE_T)(region->high - region->low), region->protection, &during);
    }
}
