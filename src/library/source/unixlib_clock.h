/* SPDX-License-Identifier: MIT */
/* Linux' clocks, if the unixlib is loaded: the rate of the time-stamp counter, how long the machine slept, and the time
   of a Windows clock at this moment, from the counter scale that the unixlib fits for that clock. */
#ifndef CYCLETIME_UNIXLIB_CLOCK_H
#define CYCLETIME_UNIXLIB_CLOCK_H

#include "library/source/source.h"
#include "protocol/tsc_scale.h"
#include "library/nt/structures.h"
#include "protocol/thread_clock_snapshot.h"

/* The rate of the time-stamp counter, which the unixlib knows, or measures by a clock that NTP does not change. 0: it is
   not known. */
ULONG64 unixlib_rate(void);

/* Retrieves how much of the interrupt time the machine was asleep, in 100 ns, unless the system itself reports that. */
enum presence unixlib_clock_asleep(ULONG64 *asleep);

/* A Windows clock that is one of Linux' clocks. */
struct system_clock {
    const struct tsc_scale *scale; /* NULL: none yet */
    ULONG which;                   /* enum unixlib_scale; UNIXLIB_SCALES: that is not known yet */
    ULONG tick, ticks;             /* what library/query/fast_clock.c keeps of it */
};

extern struct system_clock unixlib_counter; /* the performance counter, and so the interrupt time */
extern struct system_clock unixlib_date;    /* since 1601 */

/* Whether Linux reads all of its clocks by the time-stamp counter, so that they have scales. */
BOOLEAN unixlib_clocks_are_counted(void);

/* Calls the unixlib, which fits the scale anew. */
BOOLEAN unixlib_clock_ask(struct system_clock *clock, struct clock_moment *now);

/* FALSE: there is no scale, or it is not valid now. */
static inline BOOLEAN unixlib_clock_read(const struct system_clock *clock, struct clock_moment *now)
{
    const struct tsc_scale *scale = __atomic_load_n(&clock->scale, __ATOMIC_ACQUIRE);

    return scale && tsc_scale_read(scale, now);
}

/* The time in 100 ns, monotonic. FALSE: the unixlib does not answer, or not yet. */
static inline BOOLEAN unixlib_clock_moment(struct system_clock *clock, struct clock_moment *now)
{
    struct clock_moment asked; /* so that what is read stays in registers */

    if (unixlib_clock_read(clock, now)) return TRUE;
    if (!unixlib_clock_ask(clock, &asked)) return FALSE;
    *now = asked;
    return TRUE;
}

/* The calling thread's clock snapshot, which the unixlib keeps and Windows code reads: it gives the thread's cycles
   without a call of the unixlib, as long as the thread has not left its processor. It stays valid until the thread's
   Linux thread ends, so until after all Windows code of the thread. */

/* Finds the thread's snapshot, if that was not done yet, after the unixlib has answered the calling thread. */
void own_snapshot_find(void);

/* The snapshot was synchronised at TSC, to which the times belong that are about to be kept; 0: it was not synchronised. */
void own_snapshot_synchronised(ULONG64 tsc);

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
