/* SPDX-License-Identifier: MIT */
#include "memory.h"
#include "calls.h"

/* The times of a processor take 48 bytes, so a slot has room for those of 170 processors. */
enum { SLOTS = 32, SLOT = 0x2000 };

static _Alignas(16) BYTE slots[SLOTS][SLOT];
static ULONG taken; /* a bit for each slot; a thread that is ended while it holds a slot costs only that slot */

static PVOID take_slot(void)
{
    ULONG before = __atomic_load_n(&taken, __ATOMIC_RELAXED), i;

    while (~before) {
        i = (ULONG)__builtin_ctz(~before);
        if (__atomic_compare_exchange_n(&taken, &before, before | 1u << i, TRUE, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return slots[i];
    }
    return NULL;
}

PVOID memory_allocate(SIZE_T size)
{
    PVOID block = size <= SLOT ? take_slot() : NULL;

    if (block) return block;
    if (!NT_SUCCESS(nt_calls()->NtAllocateVirtualMemory(NT_CURRENT_PROCESS, &block, 0, &size, MEM_RESERVE | MEM_COMMIT,
                                                        PAGE_READWRITE)))
        return NULL;
    return block;
}

void memory_release(PVOID block)
{
    const SIZE_T offset = (SIZE_T)((BYTE *)block - slots[0]);
    SIZE_T all = 0;

    if (offset < sizeof slots) __atomic_fetch_and(&taken, ~(1u << offset / SLOT), __ATOMIC_RELEASE);
    else nt_calls()->NtFreeVirtualMemory(NT_CURRENT_PROCESS, &block, &all, MEM_RELEASE);
}
