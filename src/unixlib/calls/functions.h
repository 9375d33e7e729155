/* SPDX-License-Identifier: MIT */
/* The calls that arrive from the Windows side, one function for each (unixlib_calls.h). */
#ifndef CYCLETIME_CALL_FUNCTIONS_H
#define CYCLETIME_CALL_FUNCTIONS_H

#include "protocol/unixlib_calls.h"

#include <stdbool.h>

typedef int32_t unix_call(void *arguments);

/* clock_calls.c */
unix_call call_moment, call_clock_source, call_measure;

/* list_calls.c */
unix_call call_thread, call_listed, call_scheduling, call_other_thread;

/* process_calls.c: the calls by which this process publishes its times, and those about other processes and jobs */
unix_call call_process_begin, call_process_end, call_exit_code, call_own_exit_code, call_process_awaited;
unix_call call_process, call_descendants, call_shared, call_children_follow;
unix_call call_job_membership, call_job, call_job_period, call_job_holder;

/* processor_calls.c: the first of these calls opens the files, which stay open */
unix_call call_processors, call_frequencies, call_system, call_idle_state_count, call_idle_state;

#endif
