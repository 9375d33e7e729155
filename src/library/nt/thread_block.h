/* SPDX-License-Identifier: MIT */
/* The calling thread's environment block (TEB), of which single machine words are read and written. */
#ifndef CYCLETIME_THREAD_BLOCK_H
#define CYCLETIME_THREAD_BLOCK_H

#include "library/nt/nt.h"

/* StackBase and StackLimit in winnt.h's NT_TIB; ProcessEnvironmentBlock. */
enum { THREAD_STACK_BASE = sizeof(void *), THREAD_STACK_LIMIT = 2 * sizeof(void *), THREAD_PEB = 12 * sizeof(void *) };

/* Reads and writes the block itself; on other systems than Windows a test provides these functions. GCC 12 takes the memory
   that the intrinsics read for an empty array. */
#if defined __MINGW32__ && defined _WIN64
static inline ULONG_PTR thread_block_read(ULONG_PTR place)
{
    ULONG_PTR value;

    __asm__ volatile("movq %%gs:(%1), %0" : "=r"(value) : "r"(place));
    return value;
}
static inline void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    __asm__ volatile("movq %0, %%gs:(%1)" : : "r"(value), "r"(place) : "memory");
}
#elif defined __MINGW32__
static inline ULONG_PTR thread_block_read(ULONG_PTR place)
{
    ULONG_PTR value;

    __asm__ volatile("movl %%fs:(%1), %0" : "=r"(value) : "r"(place));
    return value;
}
static inline void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    __asm__ volatile("movl %0, %%fs:(%1)" : : "r"(value), "r"(place) : "memory");
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

#endif
