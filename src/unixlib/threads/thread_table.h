/* SPDX-License-Identifier: MIT */
/* The entries of this process's threads, live and ended ones, by Windows' id. The table's size is fixed. A thread writes
   its own entry when it begins and when it ends; readers take no lock and wait for no thread. New threads reuse the
   entries of ended ones, the one that ended first before the others; but Linux writes into an entry until its thread has
   given it back or is gone. */
#ifndef CYCLETIME_THREAD_TABLE_H
#define CYCLETIME_THREAD_TABLE_H

#include "protocol/arithmetic.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/threads/rseq.h"

struct thread_entry {
    struct thread_clock_snapshot snapshot;
    struct thread_split split;
    uint64_t creation; /* the creation date that Windows reported; 0: Windows was not asked */
    uint64_t begun;    /* the date at which the thread began */
    uint32_t sequence; /* odd while a thread begins in the entry, or loses its id */
    uint32_t id, tid;
    uint32_t ended;      /* 1: the final values are complete */
    uint32_t area_state; /* enum area_state; changed by the thread itself */
    uint32_t published;  /* whether the shared file has the thread */
    /* final values, written once, before `ended` */
    uint64_t end_date;
    struct unixlib_times final;
};

_Static_assert(sizeof(struct thread_entry) == THREAD_ENTRY_SIZE, "thread_entry");

/* Puts the entries into MEMORY, which is all 0 and is never freed, unless it is NULL or they have a place already. Returns
   where the entries are; NULL: not decided yet. Without a call, they are in memory of this library. */
void *thread_table_place(void *memory);
extern const size_t thread_table_size;

/* A consistent copy of an entry, as a reader saw it at one moment. `final` is valid only if `ended` is true. */
struct thread_view {
    struct thread_entry *entry;
    uint64_t begun;
    uint32_t tid;
    bool ended;
    struct unixlib_times final;
};

/* Only this function changes the state of an entry's area. */
static inline void thread_table_change_area(struct thread_entry *entry, enum area_state next)
{
    __atomic_store_n(&entry->area_state, next, __ATOMIC_RELAXED);
}

/* Returns an entry for the calling thread. A thread that begins again is still the same thread. NULL: there are too many
   live threads. */
struct thread_entry *thread_table_begin(uint32_t id, uint32_t tid);

/* Stores the final values. Until it returns, readers find the thread with `ended` false; it never makes them wait. */
void thread_table_end(struct thread_entry *entry, const struct unixlib_times *final);

/* Returns false if no thread with this id has begun, or if the thread is just beginning. */
bool thread_table_read(uint32_t id, struct thread_view *view);

/* Returns the next entry from *PLACE on, which is 0 at first, and sets *PLACE to the place after it; NULL after the last
   one. An entry that a thread is writing may be seen half written. */
struct thread_entry *thread_table_next(uint32_t *place);

/* Whether a clock that stands at CYCLES can be that of the thread of which FLOOR was reported. Rates differ a little, so
   CYCLES may be a little less; the clock of a later thread with the same Linux number begins at 0. */
bool thread_can_continue(uint64_t cycles, uint64_t floor);

#endif
