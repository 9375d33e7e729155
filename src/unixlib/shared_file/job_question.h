/* SPDX-License-Identifier: MIT */
/* Questions that the record answers about jobs. */
#ifndef CYCLETIME_JOB_QUESTION_H
#define CYCLETIME_JOB_QUESTION_H

#include "unixlib/shared_file/record.h"

/* Returns the number of the job that has these live processes and has had PROCESSES in all: KNOWN, unless the processes are
   another job's; if KNOWN is 0, the first job known of one of them. 0: none is known. */
uint64_t record_job_of(struct record *record, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count);

/* Reads what the processes of JOB used, ended and live; IDS are those that the system reports as alive. False: nothing is
   known of JOB. */
bool record_job_times(struct record *record, uint64_t job, const uint32_t *ids, uint32_t count, struct record_times *times);

/* Returns what the processes of JOB had used when its present period began. */
struct record_times record_job_period(struct record *record, uint64_t job);

/* Records that a period of JOB begins, before which its processes used BEFORE. */
bool record_job_period_begin(struct record *record, uint64_t job, struct record_times before);

#endif
