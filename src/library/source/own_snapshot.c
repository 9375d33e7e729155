/* SPDX-License-Identifier: MIT */
/* Finds the calling thread's clock snapshot, which is read without a call. */
#include "library/source/own_snapshot.h"
#include "library/nt/nt.h"
#include "protocol/unixlib_calls.h"

uint32_t own_snapshot_trusted;

void own_snapshot_find(void)
{
    struct unixlib_own_snapshot snapshot;
    ULONG_PTR place;

    if (!thread_slot_place || thread_slot_get() != OWN_SNAPSHOT_UNKNOWN) return;
    if (nt_unixlib_call(UNIXLIB_CALL_OWN_SNAPSHOT, &snapshot) != UNIXLIB_DONE) return;
    if (snapshot.address) __atomic_store_n(&own_snapshot_trusted, snapshot.trusted, __ATOMIC_RELAXED);
    place = (ULONG_PTR)snapshot.address;
    if (snapshot.layout != THREAD_ENTRY_LAYOUT || place != snapshot.address || !place) place = OWN_SNAPSHOT_NONE;
    thread_slot_set(place);
}

void own_snapshot_synchronised(ULONG64 tsc)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();

    if (snapshot) own_snapshot_split(snapshot)->next = tsc;
}
