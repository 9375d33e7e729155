/* SPDX-License-Identifier: MIT */
/* The calling thread's clock snapshot, which the unixlib keeps and Windows code reads: it gives the thread's cycles
   without a call of the unixlib, as long as the thread has not left its processor. It stays valid until the thread's
   Linux thread ends, so until after all Windows code of the thread. */
#ifndef CYCLETIME_OWN_SNAPSHOT_H
#define CYCLETIME_OWN_SNAPSHOT_H

#include "library/nt/structures.h"
#include "protocol/thread_clock_snapshot.h"

/* The values of a thread's slot: no snapshot was found yet, the thread has no readable snapshot, or else its address. */
enum { OWN_SNAPSHOT_UNKNOWN, OWN_SNAPSHOT_NONE };

extern uint32_t own_snapshot_trusted; /* ticks */

/* NULL: the snapshot was not found yet, or cannot be read. */
static inline struct thread_clock_snapshot *own_snapshot(void)
{
    const ULONG_PTR slot = thread_slot_get();

    return slot > OWN_SNAPSHOT_NONE ? (struct thread_clock_snapshot *)slot : NULL;
}

/* The thread's split of its time into kernel and user time is in memory directly after the snapshot. */
static inline struct thread_split *own_snapshot_split(const struct thread_clock_snapshot *snapshot)
{
    return (struct thread_split *)(ULONG_PTR)(snapshot + 1);
}

/* FALSE: the caller has to call the unixlib, and *CYCLES is undefined. */
static inline BOOLEAN own_snapshot_cycles(ULONG64 *cycles)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();

    return snapshot && thread_clock_snapshot_cycles(snapshot, &own_snapshot_trusted, cycles);
}

#endif
