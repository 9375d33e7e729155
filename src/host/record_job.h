/* SPDX-License-Identifier: MIT */
/*
 * Jobs in the shared record. Wine tells nobody which job it is that a handle leads to, so cycletime numbers them: who first
 * puts a process into one begins its number, whose lowest bits say where it stands. A note says which job a process was put
 * into, before it has begun or while it runs; a child of it is in the same, if it is in any. What a process used goes to its
 * job's account, and those of the jobs around that, when it ends or is buried.
 */
#ifndef CYCLETIME_HOST_RECORD_JOB_H
#define CYCLETIME_HOST_RECORD_JOB_H

#include "record_account.h"
#include "record_state.h"

/* A new number; 0: there is no room. */
uint64_t record_job_begin(struct record *record);

/* The job of PROCESS as far as it is known here: the note's, else INHERITED; a note younger than the date UNTIL is none. */
uint64_t job_of(const struct record_file *file, struct record_process process, uint64_t until, uint64_t inherited);

/* What a process inherits that PARENT created at the date CREATED. */
uint64_t job_of_parent(const struct record_file *file, uint32_t parent, uint64_t created);

/* Notes that PROCESS is in JOB from now on; *BEFORE is what it was in. False: that was not written. */
bool record_job_note(struct record *record, struct record_process process, uint64_t job, uint64_t *before);

/* JOB lies within AROUND, if it is in none yet. */
void record_job_nest(struct record *record, uint64_t job, uint64_t around);

/* What was learnt of processes of JOB that have ended. */
void job_report(const struct record_file *file, uint64_t job, struct account_sum part);

/* The job of the first of these live processes of which one is known. 0: of none. */
uint64_t record_job_of(struct record *record, const uint32_t *ids, uint32_t count);

/* What JOB's processes used: those that have ended, and those of the live ones IDS that are in it. False: nothing is known of
   JOB. */
bool record_job_times(struct record *record, uint64_t job, const uint32_t *ids, uint32_t count, struct record_times *times);

#endif
