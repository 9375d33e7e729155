/* SPDX-License-Identifier: MIT */
/* Looks up regions of memory, makes pages writable and restores their protection. */
#include "inject/hooks/hooks.h"

enum { PAGE = 4096 };

static MEMORY_BASIC_INFORMATION known_regions[64];
static ULONG lookups; /* that put a region there */

void regions_forget(void)
{
    lookups = 0;
}

const MEMORY_BASIC_INFORMATION *region_at(const void *at)
{
    const ULONG count = lookups < ARRAYSIZE(known_regions) ? lookups : ARRAYSIZE(known_regions);
    MEMORY_BASIC_INFORMATION *region;

    for (region = known_regions; region < known_regions + count; region++)
        if ((ULONG_PTR)at - (ULONG_PTR)region->BaseAddress < region->RegionSize) return region;
    region = &known_regions[lookups % ARRAYSIZE(known_regions)];
    if (!VirtualQuery(at, region, sizeof *region)) return NULL;
    lookups++;
    return region;
}

NTSTATUS pages_add(struct pages *pages, PVOID at, SIZE_T size)
{
    const DWORD writable = PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    BYTE *part = at, *const end = part + size, *low, *high;
    const MEMORY_BASIC_INFORMATION *info;
    struct page_region *region;

    for (; part < end; part = region->end) {
        for (region = pages->list; region < pages->list + pages->count; region++)
            if (part >= region->begin && part < region->end) break;
        if (region == pages->list + pages->count) {
            if (!(info = region_at(part))) return STATUS_ACCESS_DENIED;
            region->begin = info->BaseAddress;
            region->end = region->low = region->begin + info->RegionSize;
            region->high = region->begin;
            region->protection = info->Protect;
            region->is_writable = info->Protect & writable && !(info->Protect & PAGE_GUARD);
            pages->count++;
        }
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
