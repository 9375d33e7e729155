/* SPDX-License-Identifier: MIT */
/* Which process of Windows has a Linux number, for who is told that number by Linux. */
#ifndef CYCLETIME_HOST_RECORD_NUMBER_H
#define CYCLETIME_HOST_RECORD_NUMBER_H

#include "record_state.h"

/* This process is PROCESS; all 0: it reaps its descendants. */
void record_number_write(const struct record *record, const struct record_file *file, struct record_process process);

/* In what follows FILE is the newest one, NULL: there is none; those before it are searched as well. */

/* Whether this process's end is told to a parent that reaps: one that is written as no process of Windows. */
bool record_number_has_reaper(const struct record *record, const struct record_file *file);

/* The last that had the number PID in this process's pid namespace. */
bool record_number_find(const struct record *record, const struct record_file *file, pid_t pid,
                        struct record_process *process);

#endif
