/* SPDX-License-Identifier: MIT */
/*
 * The table of memberships in one file. A membership is what other processes write about a process: the job into which
 * they put it, before it began or while it ran, and the exit code with which they killed it. A child is in its parent's
 * job, if the parent is in one.
 */
#ifndef CYCLETIME_MEMBERSHIP_H
#define CYCLETIME_MEMBERSHIP_H

#include "unixlib/shared_file/files.h"

/* Returns the membership of PROCESS from the newest file that has one, FILE or one before it; zeros: none has. */
struct membership membership_of(const struct record *record, const struct record_file *file, struct record_process process);

/* Records that PROCESS is in JOB from now on; 0: in none. */
bool membership_set_job(const struct record_file *file, struct record_process process, uint64_t job);

/* Records the exit code with which another process kills PROCESS. */
bool membership_set_code(const struct record_file *file, struct record_process process, uint32_t code);

/* Puts PROCESS, which begins, into the job that PARENT was in then, unless another process has put it into one. */
void membership_inherit(const struct record_file *file, struct record_process process, uint32_t parent);

/* Copies the membership of PROCESS from one file to another, if that has none yet. */
void membership_move(const struct record_file *from, const struct record_file *to, struct record_process process);

/* Calls REPORT with each process that FILE has as a member of JOB or of a job in it, ended ones too. */
typedef void membership_report(void *context, const struct record_file *file, struct record_process process);
void membership_each(const struct record_file *file, uint64_t job, membership_report *report, void *context);

#endif
