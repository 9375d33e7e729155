/* SPDX-License-Identifier: MIT */
/* A slot of thread-local storage, which every thread has from its start, with the value 0. It is read from the thread's
   environment block, since TlsGetValue costs more than reading the clock snapshot does, and sets the last error. */
#ifndef CYCLETIME_THREAD_SLOT_H
#define CYCLETIME_THREAD_SLOT_H

#include "library/nt/thread_block.h"

/* Takes a slot for good. It is tried once: none of the slots in the block itself may be left. */
void thread_slot_open(void);

/* The offset of the slot in the block; 0: no slot was taken. */
extern ULONG_PTR thread_slot_place;

/* TlsSlots in winternl.h's TEB: the same since NT 4, and since the first 64-bit Windows. */
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

#endif
