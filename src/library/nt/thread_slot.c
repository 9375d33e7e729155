/* SPDX-License-Identifier: MIT */
#include "library/nt/thread_slot.h"
#include "library/nt/calls.h"

ULONG_PTR thread_slot_place;

/* Takes the last free slot: the program, which alone is given slots from the front, reaches it only when it has taken
   all others. FALSE: no slot is free, and further slots lie elsewhere, where a thread has none before it first writes to
   one. */
static BOOLEAN take_slot(RTL_BITMAP *taken, ULONG *index)
{
    ULONG bit;

    for (*index = THREAD_SLOTS_IN_BLOCK; (*index)--;) {
        bit = 1u << *index % 32;
        if (taken->Buffer[*index / 32] & bit) continue;
        taken->Buffer[*index / 32] |= bit;
        return TRUE;
    }
    return FALSE;
}

/* The bit is set under the lock that TlsAlloc holds. */
void thread_slot_open(void)
{
    const struct nt_calls *calls = nt_calls();
    static LONG asked;
    BOOLEAN is_ours;
    ULONG index;
    struct process_environment *peb;

    if (__atomic_exchange_n(&asked, 1, __ATOMIC_ACQ_REL)) return;
    if (!calls->RtlGetCurrentPeb || !calls->RtlAcquirePebLock || !calls->RtlReleasePebLock) return;
    peb = calls->RtlGetCurrentPeb();
    if (!peb->TlsBitmap || peb->TlsBitmap->SizeOfBitMap < THREAD_SLOTS_IN_BLOCK) return;
    calls->RtlAcquirePebLock();
    is_ours = take_slot(peb->TlsBitmap, &index);
    calls->RtlReleasePebLock();
    if (is_ours) __atomic_store_n(&thread_slot_place, THREAD_SLOTS + index * sizeof(PVOID), __ATOMIC_RELEASE);
}
