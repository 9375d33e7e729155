/* SPDX-License-Identifier: MIT */
/*
 * Which job a process was put into, before it has begun or while it runs, is noted in the shared record; a child of it is
 * in the same, if it is in any. record_job.h tells what a job is there.
 */
#ifndef CYCLETIME_HOST_RECORD_NOTE_H
#define CYCLETIME_HOST_RECORD_NOTE_H

#include "record_state.h"

/* The job of PROCESS as far as it is known here: the note's, else INHERITED; a note younger than the date UNTIL is none. */
uint64_t job_of(const struct record_file *file, struct record_process process, uint64_t until, uint64_t inherited);

/* What a process inherits that PARENT created at the date CREATED. */
uint64_t job_of_parent(const struct record_file *file, uint32_t parent, uint64_t created);

/* Notes that PROCESS is in JOB from now on; *BEFORE is what it was in. False: that was not written. */
bool record_job_note(struct record *record, struct record_process process, uint64_t job, uint64_t *before);

#endif
