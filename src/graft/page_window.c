/* SPDX-License-Identifier: MIT */
#include "page_window.h"

enum { PAGE = 4096 };

static BOOLEAN is_executable(DWORD protection)
{
    return (protection & (PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY)) != 0;
}

NTSTATUS page_window_open(struct page_window *window, PVOID at, SIZE_T size)
{
    MEMORY_BASIC_INFORMATION info;
    BYTE *begin, *end;

    if (window->begin && (BYTE *)at >= window->begin && (BYTE *)at + size <= window->end) return STATUS_SUCCESS;
    page_window_close(window);
    begin = (BYTE *)((ULONG_PTR)at & ~(ULONG_PTR)(PAGE - 1));
    end = (BYTE *)(((ULONG_PTR)at + size + PAGE - 1) & ~(ULONG_PTR)(PAGE - 1));
    if (!VirtualQuery(at, &info, sizeof info)) return STATUS_ACCESS_DENIED;
    if (!VirtualProtect(begin, end - begin, is_executable(info.Protect) ? PAGE_EXECUTE_READWRITE : PAGE_READWRITE,
                        &window->before))
        return STATUS_ACCESS_DENIED;
    window->begin = begin;
    window->end = end;
    return STATUS_SUCCESS;
}

void page_window_close(struct page_window *window)
{
    DWORD during;

    if (window->begin) VirtualProtect(window->begin, window->end - window->begin, window->before, &during);
    window->begin = NULL;
}
