/* SPDX-License-Identifier: MIT */
/* The system's structures that are read in place, and the parts of the calling thread's environment block. */
#ifndef CYCLETIME_STRUCTURES_H
#define CYCLETIME_STRUCTURES_H

#include "library/nt/nt.h"
#include "protocol/process_environment.h"

#include <windows.h>
#include <stddef.h>

/* Single machine words of the calling thread's environment block (TEB) are read and written: StackBase and StackLimit in
   winnt.h's NT_TIB; ProcessEnvironmentBlock. Wine: teb, teb-stack. */
enum { THREAD_STACK_BASE = sizeof(void *), THREAD_STACK_LIMIT = 2 * sizeof(void *), THREAD_PEB = 12 * sizeof(void *) };

/* Reads and writes the block itself; on other systems than Windows a test provides these functions. GCC 12 takes the memory
   that the intrinsics read for an empty array. */
#ifdef __MINGW32__
#ifdef _WIN64
#define THREAD_BLOCK "%%gs:"
#else
#define THREAD_BLOCK "%%fs:"
#endif
static inline ULONG_PTR thread_block_read(ULONG_PTR place)
{
    ULONG_PTR value;

    __asm__ volatile("mov " THREAD_BLOCK "(%1), %0" : "=r"(value) : "r"(place));
    return value;
}
static inline void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    __asm__ volatile("mov %0, " THREAD_BLOCK "(%1)" : : "r"(value), "r"(place) : "memory");
}
#else
ULONG_PTR thread_block_read(ULONG_PTR place);
void thread_block_write(ULONG_PTR place, ULONG_PTR value);
#endif

/* Whether that memory lies in the used part of the calling thread's stack, which is committed and writable. */
static inline BOOLEAN thread_stack_has(const void *memory, SIZE_T size)
{
    const ULONG_PTR base = thread_block_read(THREAD_STACK_BASE), limit = thread_block_read(THREAD_STACK_LIMIT);
    const ULONG_PTR at = (ULONG_PTR)memory;

    return at >= limit && at < base && size <= base - at;
}

/* A slot of thread-local storage, which every thread has from its start, with the value 0. It is read from the thread's
   environment block, since TlsGetValue costs more than reading the clock snapshot does, and sets the last error. */

/* Takes a slot for good. It is tried once: none of the slots in the block itself may be left. */
void thread_slot_open(void);

/* The offset of the slot in the block; 0: no slot was taken. */
extern ULONG_PTR thread_slot_place;

/* TlsSlots in winternl.h's TEB: the same since NT 4, and since the first 64-bit Windows. Wine: teb-slots. */
enum { THREAD_SLOTS = sizeof(void *) == 8 ? 0x1480 : 0xe10, THREAD_SLOTS_IN_BLOCK = 64 };

/* The value of the calling thread's slot; 0 where no slot was taken. */
static inline ULONG_PTR thread_slot_get(void)
{
    const ULONG_PTR place = __atomic_load_n(&thread_slot_place, __ATOMIC_RELAXED);

    return place ? thread_block_read(place) : 0;
}

static inline void thread_slot_set(ULONG_PTR value)
{
    const ULONG_PTR place = __atomic_load_n(&thread_slot_place, __ATOMIC_RELAXED);

    if (place) thread_block_write(place, value);
}

/* Returns the index of NAME among the COUNT sorted names of the exports of the image at BASE, or where to insert it. */
static inline ULONG find_export_name(const BYTE *base, const ULONG *names, ULONG count, const char *name, BOOLEAN *is_there)
{
    ULONG low = 0, high = count, middle;
    const char *left, *right;

    *is_there = FALSE;
    while (low < high && !*is_there) {
        middle = low + (high - low) / 2;
        right = name;
        for (left = (const char *)base + names[middle]; *left && *left == *right; left++) right++;
        *is_there = *left == *right;
        if ((BYTE)*left < (BYTE)*right) low = middle + 1;
        else high = middle;
    }
    return *is_there ? high : low;
}

#endif
