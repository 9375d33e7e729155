/* SPDX-License-Identifier: MIT */
/* The process's heap, for memory that outlives one call. */
#ifndef CYCLETIME_COUNTERS_HEAP_H
#define CYCLETIME_COUNTERS_HEAP_H

#include <windows.h>

/* Returns zeroed memory; NULL: no memory is left. */
static inline PVOID heap_allocate(SIZE_T size)
{
    return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size);
}

/* MEMORY may be NULL. */
static inline void heap_release(PVOID memory)
{
    if (memory) HeapFree(GetProcessHeap(), 0, memory);
}

#endif
