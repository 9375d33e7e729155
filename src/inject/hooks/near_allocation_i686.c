/* SPDX-License-Identifier: MIT */
#include "inject/hooks/near_allocation.h"

/* Offsets wrap at 2^32, so they reach every address, and no jumps are needed. */
const ULONG near_jump_size = 0;

BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size)
{
    (void)base;
    (void)at;
    (void)size;
    return TRUE;
}

PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    (void)base;
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

PVOID near_jump(BYTE *at, PVOID function)
{
    (void)at;
    return function;
}
