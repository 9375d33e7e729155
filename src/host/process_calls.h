/* SPDX-License-Identifier: MIT */
/* The calls about this process for others, and about others (host_calls.h). */
#ifndef CYCLETIME_PROCESS_CALLS_H
#define CYCLETIME_PROCESS_CALLS_H

#include "record.h"

#include <stdint.h>

/* The shared record; NULL: it cannot be. */
struct record *process_record(void);

int32_t call_process_begin(void *arguments);
int32_t call_process_end(void *arguments);
int32_t call_process_awaited(void *arguments);
int32_t call_process(void *arguments);
int32_t call_descendants(void *arguments);
int32_t call_other_thread(void *arguments);
int32_t call_shared(void *arguments);

/* Publishes this process's times if the last time is a while ago. */
void process_published(void);

/* The same by one who has read this process's clock: it costs more to look at the counter than to see that little has gone
   by. */
void process_published_at(uint64_t time);

struct thread_record;

/* Tells other processes that this thread has begun, or how it ended. */
void thread_published(const struct thread_record *thread);

/* In a forked child, which publishes nothing. */
void process_forked(void);

#endif
