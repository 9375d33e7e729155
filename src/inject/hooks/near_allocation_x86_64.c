/* SPDX-License-Identifier: MIT */
#include "inject/hooks/near_allocation.h"

enum { GRANULARITY = 0x10000 };
static const SIZE_T farthest = 0xffff0000;

const ULONG near_jump_size = 16;

static ULONG image_size(const BYTE *base)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)base;

    return ((const IMAGE_NT_HEADERS *)(base + dos->e_lfanew))->OptionalHeader.SizeOfImage;
}

BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size)
{
    return at >= base && size <= farthest && (SIZE_T)(at - base) <= farthest - size;
}

/* Searches the addresses behind the module, where memory is likely to be free. */
PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    const ULONG_PTR end = (ULONG_PTR)base + farthest - size;
    ULONG_PTR at = (ULONG_PTR)base + image_size(base), free;
    MEMORY_BASIC_INFORMATION info;
    PVOID block;

    while (at < end && VirtualQuery((PVOID)at, &info, sizeof info)) {
        free = ((ULONG_PTR)info.BaseAddress + GRANULARITY - 1) & ~(ULONG_PTR)(GRANULARITY - 1);
        at = (ULONG_PTR)info.BaseAddress + info.RegionSize;
        if (info.State != MEM_FREE || free >= end || free + size > at) continue;
        block = VirtualAlloc((PVOID)free, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        if (block) return block;
    }
    return NULL;
}

/* Writes jmp [rip + 0], and the address behind it. */
PVOID near_jump(BYTE *at, PVOID function)
{
    static const BYTE jump[6] = { 0xff, 0x25 };

    memcpy(at, jump, sizeof jump);
    memcpy(at + sizeof jump, &function, sizeof function);
    return at;
}
