/* SPDX-License-Identifier: MIT */
/* The figures of a process besides its CPU time: memory, page faults, context switches and storage. */
#ifndef CYCLETIME_USAGE_H
#define CYCLETIME_USAGE_H

#include "unixlib/shared_file/entry.h"

#include <sys/resource.h>

/* Writes what this process, whose entry is OWN, used until now. A failure leaves it unknown. */
void usage_write(const struct shared_file *file, const struct entry *own);

/* Returns false, with *USAGE unchanged, if the process of ENTRY has not written it. */
bool usage_read(const struct shared_file *file, const struct entry *entry, struct process_usage *usage);

/* Returns what Linux reports of a process. Of a process that has ended and has not been waited for, that is RUSAGE, which
   includes the children that the process waited for, and the peak memory before the process executed its program, when it
   was a copy of its parent. If RUSAGE is NULL, only the peak memory of a process that runs is known. PID 0: nothing is. */
struct process_usage usage_by_linux(pid_t pid, const struct rusage *rusage);

#endif
