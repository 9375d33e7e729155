/* SPDX-License-Identifier: MIT */
/* Wine starts each process by a process in between that ends at once. `cycletime run` is prctl(2)'s child subreaper of all
   its descendants, so Linux reports their ends there and not to init: `cycletime run` writes their end records, and waits
   for them. So its own parent gets, in turn, what all of them used, as a shell's `time` shows. Wine: two-forks. */
#ifndef CYCLETIME_REAPER_ENTRY_H
#define CYCLETIME_REAPER_ENTRY_H

#include "unixlib/shared_file/publisher.h"

/* Records whether this process writes its descendants' end records from now on. */
void reaper_register(struct publisher *publisher, bool reaps);

/* Writes the end record of PID, which has not been waited for: its clock and its pid exist until then. False: it has no
   entry. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage);

#endif
