/* SPDX-License-Identifier: MIT */
/*
 * The table of jobs in one file. Wine does not report which job a handle leads to, so cycletime numbers jobs: the process
 * that first puts a process into a job makes its number, whose lowest bits are the job's slot in the table. When a
 * process's end is written, what it used is added to the account of its job and of each job around that.
 */
#ifndef CYCLETIME_JOB_H
#define CYCLETIME_JOB_H

#include "unixlib/shared_file/account.h"

/* Returns a new job number; 0: the file has no room. */
uint64_t job_begin(const struct record_file *file);

bool job_find(const struct record_file *file, uint64_t number, struct record_job *job);

/* Returns what the processes of JOB had used when its present period began. */
struct record_times job_period(const struct record_job *job);

/* Records that a period of JOB, of FILE, begins, before which its processes used BEFORE. */
bool job_period_begin(const struct record_file *file, const struct record_job *job, struct record_times before);

/* Records that JOB is nested in AROUND, if it is not nested in a job yet. */
void job_nest(const struct record_file *file, uint64_t job, uint64_t around);

/* Whether JOB is OUTER or is nested in it. */
bool job_is_within(const struct record_file *file, uint64_t job, uint64_t outer);

/* Adds PART, what ended processes of JOB used, to its account and those of the jobs around it. */
void job_report(const struct record_file *file, uint64_t job, struct account_sum part);

/* Returns what the ended processes of JOB used. */
struct account_sum job_read(const struct record_file *file, uint64_t job);

#endif
