/* SPDX-License-Identifier: MIT */
/* Windows' jobs in the shared file. */
#ifndef CYCLETIME_JOBS_H
#define CYCLETIME_JOBS_H

#include "unixlib/shared_file/entry.h"

/*
 * The table of jobs in one file. Wine does not report which job a handle leads to, so cycletime numbers jobs: the process
 * that first puts a process into a job makes its number, whose lowest bits are the job's slot in the table. That process is
 * the job's holder: others can compare their handle with the holder's. When a
 * process's end is written, what it used is added to the ended totals of its job and of each job around that.
 */

/* Returns a new job number; 0: the file has no room. */
uint64_t job_begin(const struct shared_file *file);

/* Records HANDLE, by which HOLDER leads to JOB. */
void job_hold(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

/* Records that HANDLE of HOLDER does not lead to JOB any more. */
void job_release(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

/* Finds the first job from *PLACE on that has a holder of PREFIX, and sets *PLACE to the place after it; *PLACE is 0 at
   first. Returns false after the last one. */
bool job_find_held(const struct shared_file *file, uint64_t prefix, uint32_t *place, struct shared_job *job);

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job);

/* Returns what the processes of JOB had used when its present period began. */
struct cpu_times job_period(const struct shared_job *job);

/* Records that a period of JOB, of FILE, begins, before which its processes used BEFORE. */
bool job_period_begin(const struct shared_file *file, const struct shared_job *job, struct cpu_times before);

/* Records that JOB is nested in AROUND, if it is not nested in a job yet. */
void job_nest(const struct shared_file *file, uint64_t job, uint64_t around);

/* Whether JOB is OUTER or is nested in it. */
bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer);

/* Adds PART, what ended processes of JOB used, to its ended totals and those of the jobs around it. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part);

/* Returns what the ended processes of JOB used. */
struct ended_sum job_read(const struct shared_file *file, uint64_t job);

#endif
