/* SPDX-License-Identifier: MIT */
/*
 * Wine starts each process by way of one in between that ends at once, so none is its creator's child for Linux, and init
 * is told what it used to its very end, crashed and killed ones included. "cycletime run" is told instead, as prctl(2)'s
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

#endif
