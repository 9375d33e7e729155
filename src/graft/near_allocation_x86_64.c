/* SPDX-License-Identifier: MIT */
#include "near_allocation.h"
#include "room.h"

const ULONG near_jump_size = 16;

static ULONG image_size(const BYTE *base)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)base;

    return ((const IMAGE_NT_HEADERS *)(base + dos->e_lfanew))->OptionalHeader.SizeOfImage;
}

/* Takes reserved memory (room.h) if there is some; else searches the addresses behind the module, where memory is likely to
   be free. */
PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    const ULONG_PTR granularity = 0x10000, end = (ULONG_PTR)base + 0xffff0000u - size;
    ULONG_PTR at = (ULONG_PTR)base + image_size(base), free;
    MEMORY_BASIC_INFORMATION info;
    PVOID block = room_allocate((ULONG_PTR)base, end + size, size);

    if (block) return block;
    while (at < end && VirtualQuery((PVOID)at, &info, sizeof info)) {
        free = ((ULONG_PTR)info.BaseAddress + granularity - 1) & ~(granularity - 1);
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
