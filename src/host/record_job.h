/* SPDX-License-Identifier: MIT */
/*
 * Jobs in the shared record. Wine tells nobody which job it is that a handle leads to, so cycletime numbers them: who first
 * puts a process into one begins its number, whose lowest bits say where it stands, and notes it (record_note.h). What a
 * process used goes to its job's account, and those of the jobs around that, when it ends or is buried.
 */
#ifndef CYCLETIME_HOST_RECORD_JOB_H
#define CYCLETIME_HOST_RECORD_JOB_H

#include "record_account.h"
#include "record_state.h"

/* A new number; 0: there is no room. */
uint64_t record_job_begin(struct record *record);

/* JOB lies within AROUND, if it is in none yet. */
void record_job_nest(struct record *record, uint64_t job, uint64_t around);

/* What was learnt of processes of JOB that have ended. */
void job_report(const struct record_file *file, uint64_t job, struct account_sum part);

/* The job of which these processes live, and that had PROCESSES in all: KNOWN, unless these are another job's; where that
   is 0, the first of theirs that is known. 0: none is. */
uint64_t record_job_of(struct record *record, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count);

/* What JOB's processes used: those that have ended, and those of the live ones IDS that are in it. False: nothing is known
   of JOB. */
bool record_job_times(struct record *record, uint64_t job, const uint32_t *ids, uint32_t count, struct record_times *times);

#endif
