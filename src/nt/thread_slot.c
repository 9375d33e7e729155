/* SPDX-License-Identifier: MIT */
#include "thread_slot.h"
#include "calls.h"

ULONG_PTR thread_slot_place;

/* Further slots lie elsewhere, where a thread has none before it first writes to one. */
void thread_slot_open(void)
{
    static LONG asked;
    DWORD index;

    if (__atomic_exchange_n(&asked, 1, __ATOMIC_ACQ_REL)) return;
    if ((index = nt_calls()->TlsAlloc()) == TLS_OUT_OF_INDEXES) return;
    if (index < THREAD_SLOTS_IN_BLOCK)
        __atomic_store_n(&thread_slot_place, THREAD_SLOTS + index * sizeof(PVOID), __ATOMIC_RELEASE);
    else nt_calls()->TlsFree(index);
}
