/* SPDX-License-Identifier: MIT */
/* Takes the slot of thread-local storage in which each thread keeps the address of its snapshot. */
#include "library/nt/calls.h"

ULONG_PTR thread_slot_place;

/* Takes the last free slot. TlsAlloc gives the program slots from the front, so it reaches this one only when it has taken
   all others. If no slot in the block is free, none is taken: a thread has further slots only from the moment when it first
   writes to one. The bit is set under the lock that TlsAlloc holds. Wine: peb-slots. */
void thread_slot_open(void)
{
    const struct nt_calls *calls = nt_calls();
    static LONG asked;
    struct process_environment *peb;
    ULONG index = THREAD_SLOTS_IN_BLOCK, bit;
    uint32_t *word;
    BOOLEAN is_ours = FALSE;

    if (__atomic_exchange_n(&asked, 1, __ATOMIC_ACQ_REL)) return;
    if (!calls->RtlGetCurrentPeb || !calls->RtlAcquirePebLock || !calls->RtlReleasePebLock) return;
    peb = calls->RtlGetCurrentPeb();
    if (!peb->slots || peb->slots->count < THREAD_SLOTS_IN_BLOCK) return;
    calls->RtlAcquirePebLock();
    while (!is_ours && index--) {
        word = &peb->slots->words[index / 32];
        bit = 1u << index % 32;
        is_ours = !(*word & bit);
        *word |= bit;
    }
    calls->RtlReleasePebLock();
    if (is_ours) __atomic_store_n(&thread_slot_place, THREAD_SLOTS + index * sizeof(PVOID), __ATOMIC_RELEASE);
}
