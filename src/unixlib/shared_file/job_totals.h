/* SPDX-License-Identifier: MIT */
/* The times of the processes of a job. The job's ended totals hold those of the processes with an end record, and a walk
   over the job's members finds the others. */
#ifndef CYCLETIME_JOB_TOTALS_H
#define CYCLETIME_JOB_TOTALS_H

#include "unixlib/shared_file/publisher.h"

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
