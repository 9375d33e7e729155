/* SPDX-License-Identifier: MIT */
/* A slot of thread-local storage, which every thread has from its begin on, 0 there. It is read from the thread's
   environment block, since TlsGetValue costs more than what is to be read, and sets the last error. */
#ifndef CYCLETIME_THREAD_SLOT_H
#define CYCLETIME_THREAD_SLOT_H

#include "nt.h"

/* Once a slot was had, it stays. Asked once: among those that lie in the block itself none may be left. */
void thread_slot_open(void);

/* Where it is in the block; 0: there is none. */
extern ULONG_PTR thread_slot_place;

/* TlsSlots in winternl.h's TEB: the same since NT 4, and since the first 64-bit Windows. */
enum { THREAD_SLOTS = sizeof(void *) == 8 ? 0x1480 : 0xe10, THREAD_SLOTS_IN_BLOCK = 64 };

/* StackBase and StackLimit in winnt.h's NT_TIB; ProcessEnvironmentBlock. */
enum { THREAD_STACK_BASE = sizeof(void *), THREAD_STACK_LIMIT = 2 * sizeof(void *), THREAD_PEB = 12 * sizeof(void *) };

/* Of the block itself; elsewhere than on Windows a test brings it. GCC 12 takes what the intrinsics read for an empty
   array. */
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

/* Of the calling thread; 0 where there is no slot. */
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

#endif
