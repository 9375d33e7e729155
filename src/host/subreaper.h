/* SPDX-License-Identifier: MIT */
/*
 * Wine starts each process by way of one in between that ends at once, so none is its creator's child for Linux, and init
 * is told what it used to its very end, crashed and killed ones included. "cycletime run" can be told instead, as prctl(2)'s
 * child subreaper of all that descends from it: it writes that into the shared record, and waits for those ended processes.
 * So its own parent is told in turn what all of them used, as a shell's time is.
 */
#ifndef CYCLETIME_HOST_SUBREAPER_H
#define CYCLETIME_HOST_SUBREAPER_H

#include "record_state.h"

#include <stdbool.h>
#include <sys/resource.h>

/* Writes into the record that this process is told of its descendants' ends. */
void subreaper_note(struct record *record);

/* Writes what PID used, which has ended and has not been waited for: its clock and its number are there until then. */
void subreaper_keep(struct record *record, pid_t pid, const struct rusage *usage);

/* This process is told of its descendants' ends from now on, and waits for them after subreaper_begin. Before it has
   any. */
bool subreaper_declare(struct record *record);

/* In a thread of its own, until it has no children; this process waits for none itself from now on. */
bool subreaper_begin(struct record *record);

/* LAST has ended: waits until it has been waited for, 5 ms at most, so that this process's parent is told of it too. */
void subreaper_end(struct record *record, struct record_process last);

/* Until there are no children. */
void subreaper_reap(struct record *record);

#endif
