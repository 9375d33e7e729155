/* SPDX-License-Identifier: MIT */
#include "memory.h"
#include "calls.h"

/* A processor's figures are 48 bytes, so a place is enough for those of 160. */
enum { PLACES = 32, PLACE = 0x2000 };

static _Alignas(16) BYTE places[PLACES][PLACE];
static ULONG taken; /* a bit for each place; a thread that is ended while it holds one costs it, no more */

static PVOID take_place(void)
{
    ULONG before = __atomic_load_n(&taken, __ATOMIC_RELAXED), i;

    while (~before) {
        i = (ULONG)__builtin_ctz(~before);
        if (__atomic_compare_exchange_n(&taken, &before, before | 1u << i, TRUE, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return places[i];
    }
    return NULL;
}

PVOID memory_allocate(SIZE_T size)
{
    PVOID block = size <= PLACE ? take_place() : NULL;

    if (block) return block;
    if (!NT_SUCCESS(nt_calls()->NtAllocateVirtualMemory(NT_CURRENT_PROCESS, &block, 0, &size, MEM_RESERVE | MEM_COMMIT,
                                                        PAGE_READWRITE)))
        return NULL;
    return block;
}

void memory_release(PVOID block)
{
    const SIZE_T offset = (SIZE_T)((BYTE *)block - places[0]);
    SIZE_T all = 0;

    if (offset < sizeof places) __atomic_fetch_and(&taken, ~(1u << offset / PLACE), __ATOMIC_RELEASE);
    else nt_calls()->NtFreeVirtualMemory(NT_CURRENT_PROCESS, &block, &all, MEM_RELEASE);
}
