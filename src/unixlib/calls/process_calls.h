/* SPDX-License-Identifier: MIT */
/* The calls by which this process publishes its times, and those about other processes (unixlib_calls.h). */
#ifndef CYCLETIME_PROCESS_CALLS_H
#define CYCLETIME_PROCESS_CALLS_H

#include "unixlib/shared_file/record.h"

#include <stdint.h>

/* Returns the shared record, which the first call opens. NULL: it cannot be opened, or this process has published its
   end. */
struct record *process_record(void);

/* Identifies a process of this prefix. RECORD may be NULL. */
static inline struct record_process process_in(const struct record *record, uint32_t id, uint64_t created)
{
    return (struct record_process){ id, created, record ? record->prefix : 0 };
}

int32_t call_process_begin(void *arguments);
int32_t call_process_end(void *arguments);
int32_t call_process_awaited(void *arguments);
int32_t call_process(void *arguments);
int32_t call_descendants(void *arguments);
int32_t call_other_thread(void *arguments);
int32_t call_shared(void *arguments);

/* Publishes this process's times, unless it did so within the last 10 ms. */
void process_published(void);

/* The same for a caller that has just read this process's clock: to read the counter costs more than to see that little
   time has passed. */
void process_published_at(uint64_t time);

struct thread_record;
struct cpu_split;

/* Publishes for other processes what the record has of a thread: that the thread has begun, or its final values. FINAL:
   the final values of a thread that is ending and has not written them into the record yet; NULL otherwise. */
void thread_published(struct thread_record *thread, const struct cpu_split *final);

/* Called in a forked child, which publishes nothing. */
void process_forked(void);

#endif
