/* SPDX-License-Identifier: MIT */
/* Windows' jobs in the shared file: their numbers, their members, and the times of these. */
#ifndef CYCLETIME_JOBS_H
#define CYCLETIME_JOBS_H

#include "unixlib/shared_file/publisher.h"

/* The table of jobs in one file. Wine does not report which job a handle leads to, so cycletime numbers jobs: the process
   that first puts a process into a job makes its number, whose lowest bits are the job's slot in the table. That process is
   the job's holder: others can compare their handle with the holder's. */

/* Returns a new job number; 0: the file has no room. */
uint64_t job_begin(const struct shared_file *file);

/* Records HANDLE, by which HOLDER leads to JOB. */
void job_hold(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

/* Records that HANDLE of HOLDER does not lead to JOB any more. */
void job_release(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle);

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job);

/* Returns the newest copy of a part of JOB that is whole; zeros: there is none. So is the first period. */
struct shared_job_part job_part(const struct shared_job *job, enum shared_job_kind kind);

/* Records that JOB is nested in AROUND, if it is not nested in a job yet. */
void job_nest(const struct shared_file *file, uint64_t job, uint64_t around);

/* Whether JOB is OUTER or is nested in it. */
bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer);

/* Adds PART, what ended processes of JOB used, to its ended totals and those of the jobs around it. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part);

/* A membership is what other processes write about a process: the job into which they put it, before it began or while it
   ran. */

/* Returns the job of PROCESS by the newest file that has its membership, FILE or one before it; 0: none. */
uint64_t job_of_process(const struct publisher *publisher, const struct shared_file *file, struct process_identity process);

/* Records that PROCESS is in JOB from now on; 0: in none. */
bool job_membership_set_job(const struct shared_file *file, struct process_identity process, uint64_t job);

/* Puts PROCESS, which begins, into the job that PARENT was in then, unless another process has put it into one. */
void job_membership_inherit(const struct shared_file *file, struct process_identity process, uint32_t parent);

/* Copies the membership of PROCESS from one file to another, if that has none yet. */
void job_membership_move(const struct shared_file *from, const struct shared_file *to, struct process_identity process);

/* The times of the processes of a job. The job's ended totals hold those of the processes with an end record, and a walk
   over the job's members finds the others. */

/* Returns the number of the job that has these live processes and has had PROCESSES in all: KNOWN, unless the processes are
   another job's; if KNOWN is 0, the first job known of one of them. 0: none is known. */
uint64_t job_identify(struct publisher *publisher, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count);

/* Finds the first job from *PLACE on that has a live holder in this process's prefix, and sets *PLACE to the place after
   it; *PLACE is 0 at first. Returns false after the last one. */
bool job_totals_next_holder(struct publisher *publisher, uint32_t *place, struct shared_job *job);

/* Reads what the processes of JOB used, ended and live, and what they had used BEFORE its present period began; IDS are
   those that the system reports as alive. False: nothing is known of JOB. */
bool job_totals_read(struct publisher *publisher, uint64_t job, const uint32_t *ids, uint32_t count,
                     struct cpu_times *times, struct cpu_times *before);

/* Records that a period of JOB begins, before which its processes used BEFORE. */
bool job_totals_begin_period(struct publisher *publisher, uint64_t job, struct cpu_times before);

#endif
