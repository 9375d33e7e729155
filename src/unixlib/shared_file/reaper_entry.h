/* SPDX-License-Identifier: MIT */
/*
 * Wine starts each process by a process in between that ends at once, so for Linux no process is its creator's child, and
 * Linux would report what it used at its very end, even if it crashed or was killed, to init. `cycletime run` is prctl(2)'s
 * child subreaper of all its descendants, so Linux reports it there: `cycletime run` writes the end records into the shared
 * file and waits for those processes. So its own parent gets, in turn, what all of them used, as a shell's `time` shows.
 */
#ifndef CYCLETIME_REAPER_ENTRY_H
#define CYCLETIME_REAPER_ENTRY_H

#include "unixlib/shared_file/publisher.h"

#include <sys/resource.h>

/* Records whether this process writes its descendants' end records from now on. */
void reaper_register(struct publisher *publisher, bool reaps);

/* Writes the end record of PID, which has not been waited for: its clock and its pid exist until then. False: it has no
   entry. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage);

#endif
