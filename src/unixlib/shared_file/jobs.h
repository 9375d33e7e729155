/* SPDX-License-Identifier: MIT */
/* Windows' jobs in the shared file: their numbers, their members, and the times of these. */
#ifndef CYCLETIME_JOBS_H
#define CYCLETIME_JOBS_H

#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/shared_files.h"

/* The table of jobs in one file. Wine does not report which job a handle leads to, so cycletime numbers jobs: the process
   that first puts a process into a job makes its number, whose lowest bits are the job's slot in the table. That process is
   the job's holder: others can compare their handle with the holder's. */

/* Returns a new job number; 0: the file has no room. */
uint64_t job_begin(const struct shared_file *file);

/* Records HANDLE, by which HOLDER leads to JOB. */
void job_hold(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

/* Records that HANDLE of HOLDER does not lead to JOB any more. */
void job_release(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

bool job_is_whole(const struct shared_job *job);

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job);

/* Returns the newest copy of a part of JOB that is whole; zeros: there is none. So is the first period. */
struct shared_job_part job_part(const struct shared_job *job, enum shared_job_kind kind);

/* Records that JOB is nested in AROUND, if it is not nested in a job yet. */
void job_nest(const struct shared_file *file, uint64_t job, uint64_t around);

/* Whether JOB is OUTER or is nested in it. */
bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer);

/* Adds PART, what ended processes of JOB used, to its ended totals and those of the jobs around it. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part);

/* Returns the sum of what the ended processes of JOB used, as FILE has it. */
struct ended_sum job_ended_totals(const struct shared_file *file, uint64_t job);

/* Records in FILE, where JOB was found, that a period of it begins, before which its processes used BEFORE. */
bool job_begin_period(const struct shared_file *file, const struct shared_job *job, struct cpu_times before);

/* A membership is what other processes write about a process: the job into which they put it, before it began or while it
   ran. */

/* Returns the job of PROCESS by the newest file that has its membership, FILE or one before it; 0: none. */
uint64_t job_of_process(const struct shared_files *shared, const struct shared_file *file, struct process_identity process);

/* Records that PROCESS is in JOB from now on; 0: in none. */
bool job_membership_set_job(const struct shared_file *file, struct process_identity process, uint64_t job);

/* Puts PROCESS, which begins, into the job that PARENT was in then, unless another process has put it into one. */
void job_membership_inherit(const struct shared_file *file, struct process_identity process, uint32_t parent);

/* Copies the membership of PROCESS from one file to another, if that has none yet. */
void job_membership_move(const struct shared_file *from, const struct shared_file *to, struct process_identity process);

#endif
