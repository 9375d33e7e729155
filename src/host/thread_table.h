/* SPDX-License-Identifier: MIT */
/* What is known of this process's threads, live and ended ones, by Windows' id. A fixed table in which a thread itself
   writes its record, at its begin and its end; readers take no lock and wait for nobody. Ended ones give way to new ones,
   the longest ended first; but Linux writes into a record until its thread has given it back or is gone. */
#ifndef CYCLETIME_THREAD_TABLE_H
#define CYCLETIME_THREAD_TABLE_H

#include "../protocol/maximum.h"
#include "../protocol/thread_record.h"
#include "linux_clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum area_state { AREA_UNTRIED, AREA_OURS, AREA_IN_USE, AREA_REFUSED };

struct thread_record {
    struct thread_line line;
    struct thread_split split;
    uint64_t creation; /* Windows' date, once it was asked; 0 */
    uint64_t begun;    /* date */
    uint32_t sequence; /* odd while the record is written */
    uint32_t id, tid;
    uint32_t ended;
    uint32_t area_state; /* enum area_state; written by the thread itself */
    uint32_t padding;
    /* final figures */
    uint64_t end_date;
    struct cpu_split final;
};

_Static_assert(sizeof(struct thread_record) == THREAD_RECORD_SIZE, "thread_record");

/* Records lie in MEMORY from the first on, which stays and is empty; NULL: in memory of this library. The first who says
   so decides. Returns where they are. */
void *thread_table_place(void *memory);
void *thread_table_where(void); /* NULL: not decided yet */
extern const size_t thread_table_size;

/* What a reader saw, all of one moment. */
struct thread_view {
    struct thread_record *record;
    uint64_t begun;
    uint32_t tid;
    bool ended;
    struct cpu_split final;
};

/* A record for the calling thread. One that has ended by its own word and asks again is still the same thread. NULL: there
   are too many live ones. */
struct thread_record *thread_table_begin(uint32_t id, uint32_t tid);

/* When the thread of the record was created, by a clock that may have been set back since. */
void thread_table_created(struct thread_record *record, uint64_t date);
void thread_table_end(struct thread_record *record, const struct cpu_split *final);

/* FALSE: none of that id. */
bool thread_table_read(uint32_t id, struct thread_view *view);

/* Of all that there are; one that is being written meanwhile may be reported half. */
void thread_table_each(void (*tell)(const struct thread_record *));

/* Whether a clock that stands at CYCLES can be that of the thread of which FLOOR was reported. Rates differ a little, and a
   clock of a thread that took over the Linux number begins at 0. */
bool can_continue(uint64_t cycles, uint64_t floor);

#endif
