/* SPDX-License-Identifier: MIT */
/* The calls by which this process publishes its times, and those about other processes (unixlib_calls.h). */
#ifndef CYCLETIME_PROCESS_CALLS_H
#define CYCLETIME_PROCESS_CALLS_H

#include "unixlib/shared_file/publisher.h"

#include <stdint.h>

/* Returns this process's publisher, which the first call opens. NULL: it cannot be opened, or this process has published
   its end. */
struct publisher *process_publisher(void);

/* Identifies a process of this prefix. PUBLISHER may be NULL. */
static inline struct process_identity process_in(const struct publisher *publisher, uint32_t id, uint64_t created)
{
    return (struct process_identity){ id, created, publisher ? publisher->prefix : 0 };
}

int32_t call_process_begin(void *arguments);
int32_t call_process_end(void *arguments);
int32_t call_process_awaited(void *arguments);
int32_t call_process(void *arguments);
int32_t call_descendants(void *arguments);
int32_t call_other_thread(void *arguments);
int32_t call_shared(void *arguments);

/* Publishes this process's times, unless it did so within the last 10 ms. */
void process_publish_times(void);

/* The same for a caller that has just read this process's clock: to read the TSC costs more than to see that little
   time has passed. */
void process_publish_times_at(uint64_t time);

struct thread_entry;
struct cpu_split;

/* Publishes for other processes what the thread table has of a thread: that the thread has begun, or its final values.
   FINAL: the final values of a thread that is ending and has not written them into its entry yet; NULL otherwise. */
void process_publish_thread(struct thread_entry *thread, const struct cpu_split *final);

/* Called in a forked child, which publishes nothing. */
void process_forget_parent(void);

#endif
