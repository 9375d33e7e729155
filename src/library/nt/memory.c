/* SPDX-License-Identifier: MIT */
/* Memory for one query: a static slot for each thread that asks, so that a query in the middle of another allocation,
   or of a thread that is ended, takes no lock; larger amounts come from the system. */
#include "library/nt/calls.h"

/* The times of a processor take 48 bytes, so a slot has room for the times of 170 processors. */
enum { SLOTS = 64, SLOT = 0x2000, TRIES = 8 };

static _Alignas(16) BYTE slots[SLOTS][SLOT];
static ULONG owners[SLOTS]; /* the id of the thread that uses the slot; 0: the slot is free */

static BOOLEAN claim_slot(ULONG slot, ULONG owner)
{
    return __atomic_compare_exchange_n(&owners[slot], &owner, GetCurrentThreadId(), FALSE, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

/* Returns TRUE if the thread ID has ended. The object of an ended thread exists as long as there is a handle to it. */
static BOOLEAN thread_id_has_ended(ULONG id)
{
    const CLIENT_ID client = { .UniqueThread = (HANDLE)(ULONG_PTR)id };
    const OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes };
    struct nt_thread thread;
    NTSTATUS status;
    HANDLE handle;

    status = nt_calls()->NtOpenThread(&handle, THREAD_QUERY_INFORMATION, &attributes, &client);
    if (!NT_SUCCESS(status)) return status == STATUS_INVALID_CID || status == STATUS_INVALID_PARAMETER;
    status = nt_thread(handle, &thread);
    nt_calls()->NtClose(handle);
    return NT_SUCCESS(status) && (thread.ended || thread.process != GetCurrentProcessId());
}

/* If all slots are taken, by live threads or by threads that were terminated during a query, this looks at the owners of a
   few slots, and goes on after these the next time: so a slot is reclaimed long after its owner was terminated. */
PVOID nt_allocate(SIZE_T size)
{
    static ULONG next;
    ULONG owner, slot, tries;
    PVOID block = NULL;

    if (size <= SLOT) {
        for (slot = 0; slot < SLOTS; slot++)
            if (!__atomic_load_n(&owners[slot], __ATOMIC_RELAXED) && claim_slot(slot, 0)) return slots[slot];
        for (tries = 0; tries < TRIES; tries++) {
            slot = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % SLOTS;
            owner = __atomic_load_n(&owners[slot], __ATOMIC_RELAXED);
            if (owner && thread_id_has_ended(owner) && claim_slot(slot, owner)) return slots[slot];
        }
    }
    if (!NT_SUCCESS(nt_calls()->NtAllocateVirtualMemory(NT_CURRENT_PROCESS, &block, 0, &size, MEM_RESERVE | MEM_COMMIT,
                                                        PAGE_READWRITE)))
        return NULL;
    return block;
}

void nt_release(PVOID block)
{
    const SIZE_T offset = (SIZE_T)((BYTE *)block - slots[0]);
    SIZE_T all = 0;

    if (!block) return;
    if (offset < sizeof slots) __atomic_store_n(&owners[offset / SLOT], 0, __ATOMIC_RELEASE);
    else nt_calls()->NtFreeVirtualMemory(NT_CURRENT_PROCESS, &block, &all, MEM_RELEASE);
}
