/* SPDX-License-Identifier: MIT */
/* The calls (host_calls.h) that have a file of their own, but for those about processes and processors. */
#ifndef CYCLETIME_HOST_CALL_H
#define CYCLETIME_HOST_CALL_H

#include "../protocol/host_calls.h"

#include <stdbool.h>

int32_t call_moment(void *arguments);
int32_t call_clock_source(void *arguments);
int32_t call_membership(void *arguments);
int32_t call_job(void *arguments);
int32_t call_listed(void *arguments);
int32_t call_measure(void *arguments);

/* Fills in what is known of a thread of this process by its id, and the creation date where it is given. FALSE: nothing. */
bool thread_question(struct host_thread *thread);

/* The processes that this one creates are grafted as well, by the preload library of the tree that this library is in, with
   these flags: HOST_CHILDREN_... HOST_UNKNOWN: this library is in no such tree, or in one whose path cannot stand in
   LD_PRELOAD. */
int32_t call_children_follow(void *arguments);

#endif
