/* SPDX-License-Identifier: MIT */
/* The calls that arrive from the Windows side, one function for each (unixlib_calls.h). */
#ifndef CYCLETIME_CALL_FUNCTIONS_H
#define CYCLETIME_CALL_FUNCTIONS_H

#include "protocol/unixlib_calls.h"

#include <stdbool.h>
#include <stdint.h>

/* clock_calls.c */
int32_t call_moment(void *arguments);
int32_t call_clock_source(void *arguments);
int32_t call_measure(void *arguments);

/* list_calls.c */
int32_t call_listed(void *arguments);
int32_t call_scheduling(void *arguments);
int32_t call_other_thread(void *arguments);

/* Finds a thread of this process by its id, and by its creation date where that is given. */
int32_t any_thread(void *arguments);

/* The processes that this one creates are hooked as well, by the preload library of the tree that this library is in, with
   these flags of RUN_HOOK. UNIXLIB_UNKNOWN: this library is in no such tree, or in one whose path cannot stand in
   LD_PRELOAD. */
int32_t call_children_follow(void *arguments);

/* process_calls.c: the calls by which this process publishes its times, and those about other processes and jobs */
int32_t call_process_begin(void *arguments);
int32_t call_process_end(void *arguments);
int32_t take_exit_code(void *arguments);
int32_t call_own_exit_code(void *arguments);

int32_t call_process_awaited(void *arguments);
int32_t call_process(void *arguments);
int32_t call_descendants(void *arguments);
int32_t call_job_membership(void *arguments);
int32_t call_job(void *arguments);
int32_t call_job_period(void *arguments);
int32_t call_job_holder(void *arguments);
int32_t call_shared(void *arguments);

/* processor_calls.c: the first of these calls opens the files, which stay open */
int32_t call_processors(void *arguments);
int32_t call_frequencies(void *arguments);
int32_t call_system(void *arguments);
int32_t call_idle_state_count(void *arguments);
int32_t call_idle_state(void *arguments);

#endif
