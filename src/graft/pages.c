/* SPDX-License-Identifier: MIT */
#include "pages.h"

enum { PAGE = 4096 };

static BOOLEAN is_executable(DWORD protection)
{
    return (protection & (PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY)) != 0;
}

static BOOLEAN is_open(const struct pages *pages, const BYTE *at, SIZE_T size)
{
    const struct page_window *window;

    for (window = pages->list; window < pages->list + pages->count; window++)
        if (at >= window->begin && at + size <= window->end) return TRUE;
    return FALSE;
}

NTSTATUS pages_open(struct pages *pages, PVOID at, SIZE_T size)
{
    struct page_window *window = &pages->list[pages->count];
    MEMORY_BASIC_INFORMATION info;

    if (is_open(pages, at, size)) return STATUS_SUCCESS;
    window->begin = (BYTE *)((ULONG_PTR)at & ~(ULONG_PTR)(PAGE - 1));
    window->end = (BYTE *)(((ULONG_PTR)at + size + PAGE - 1) & ~(ULONG_PTR)(PAGE - 1));
    if (!VirtualQuery(at, &info, sizeof info)) return STATUS_ACCESS_DENIED;
    if (!VirtualProtect(window->begin, window->end - window->begin,
                        is_executable(info.Protect) ? PAGE_EXECUTE_READWRITE : PAGE_READWRITE, &window->before))
        return STATUS_ACCESS_DENIED;
    pages->count++;
    return STATUS_SUCCESS;
}

/* Restores the windows in reverse order: for a page that is in two of them, the first one holds the original protection. */
void pages_close(struct pages *pages)
{
    const struct page_window *window;
    DWORD during;

    while (pages->count) {
        window = &pages->list[--pages->count];
        VirtualProtect(window->begin, window->end - window->begin, window->before, &during);
    }
}
