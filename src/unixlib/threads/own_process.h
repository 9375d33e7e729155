/* SPDX-License-Identifier: MIT */
/* Publishes the times of this process and its threads for other processes. */
#ifndef CYCLETIME_OWN_PROCESS_H
#define CYCLETIME_OWN_PROCESS_H

#include "unixlib/shared_file/publisher.h"

/* Returns this process's publisher, which the first call opens. NULL: it cannot be opened, or this process has published
   its end. */
struct publisher *process_publisher(void);

/* The same, but does not open it. */
struct publisher *process_publisher_if_open(void);

/* Returns this process's publisher even if it has published its end. NULL: it was not opened. */
struct publisher *process_publisher_even_ended(void);

/* Identifies a process of this prefix. PUBLISHER may be NULL. */
static inline struct process_identity process_in(const struct publisher *publisher, uint32_t id, uint64_t created)
{
    return (struct process_identity){ id, created, publisher ? publisher->prefix : 0 };
}

bool process_own_times(struct cpu_times *times);

/* Publishes this process's times, unless it did so within the last 10 ms. */
void process_publish_times(void);

/* The same for a caller that has just read this process's clock: to read the TSC costs more than to see that little
   time has passed. */
void process_publish_times_at(uint64_t time);

struct thread_entry;
struct unixlib_times;

/* Publishes for other processes what the thread table has of a thread: that the thread has begun, or its final values.
   FINAL: the final values of a thread that is ending and has not written them into its entry yet; NULL otherwise. */
void process_publish_thread(struct thread_entry *thread, const struct unixlib_times *final);

/* Publishes the threads that are not in the shared file: those that began since, or all if the file is another one. */
void process_publish_threads(const struct publisher *publisher);

/* Called for each thread when its process ends: a thread that still runs ends with its process, so its times of now are its
   final ones. */
void process_publish_final_times(struct thread_entry *thread);

#endif
