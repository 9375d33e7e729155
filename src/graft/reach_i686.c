/* SPDX-License-Identifier: MIT */
#include "reach.h"

/* Offsets wrap at 2^32, so they reach everything. */
const ULONG reach_jump_size = 0;

PVOID reach_allocate(const BYTE *base, SIZE_T size)
{
    (void)base;
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

PVOID reach_jump(BYTE *at, PVOID function)
{
    (void)at;
    return function;
}
