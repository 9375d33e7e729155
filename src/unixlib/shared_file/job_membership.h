/* SPDX-License-Identifier: MIT */
/*
 * The table of memberships in one file. A membership is what other processes write about a process: the job into which
 * they put it, before it began or while it ran. A child is in its parent's job, if the parent is in one.
 */
#ifndef CYCLETIME_JOB_MEMBERSHIP_H
#define CYCLETIME_JOB_MEMBERSHIP_H

#include "unixlib/shared_file/shared_files.h"

/* Returns the membership of PROCESS from the newest file that has one, FILE or one before it; zeros: none has. */
struct job_membership job_membership_of(const struct publisher *publisher, const struct shared_file *file,
                                        struct process_identity process);

/* Records that PROCESS is in JOB from now on; 0: in none. */
bool job_membership_set_job(const struct shared_file *file, struct process_identity process, uint64_t job);

/* Puts PROCESS, which begins, into the job that PARENT was in then, unless another process has put it into one. */
void job_membership_inherit(const struct shared_file *file, struct process_identity process, uint32_t parent);

/* Copies the membership of PROCESS from one file to another, if that has none yet. */
void job_membership_move(const struct shared_file *from, const struct shared_file *to, struct process_identity process);

/* Calls REPORT with each process that FILE has as a member of JOB or of a job in it, ended ones too. */
typedef void job_membership_report(void *context, const struct shared_file *file, struct process_identity process);
void job_membership_each(const struct shared_file *file, uint64_t job, job_membership_report *report, void *context);

#endif
