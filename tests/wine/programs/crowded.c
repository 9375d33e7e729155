/* SPDX-License-Identifier: MIT */
/* The part of a DLL that leaves nobody any memory below 12 GiB; of 32 bits, below 1 GiB. */
#include <windows.h>

static const ULONG64 limit = sizeof(void *) == 8 ? 12ull << 30 : 1ull << 30;
static const ULONG_PTR granularity = 0x10000;

/* Or as much of it as there is. */
static void reserve(ULONG_PTR begin, ULONG_PTR end)
{
    const ULONG_PTR middle = (begin + end) / 2 & ~(granularity - 1);

    if (begin >= end || VirtualAlloc((PVOID)begin, end - begin, MEM_RESERVE, PAGE_NOACCESS)) return;
    if (middle == begin) return;
    reserve(begin, middle);
    reserve(middle, end);
}

static void reserve_all(void)
{
    ULONG_PTR at = granularity, begin, end;
    MEMORY_BASIC_INFORMATION info;

    for (; at < limit && VirtualQuery((PVOID)at, &info, sizeof info); at = end) {
        end = (ULONG_PTR)info.BaseAddress + info.RegionSize;
        begin = (at + granularity - 1) & ~(granularity - 1);
        if (info.State == MEM_FREE) reserve(begin, end < limit ? end : (ULONG_PTR)limit);
    }
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH) reserve_all();
    return TRUE;
}
