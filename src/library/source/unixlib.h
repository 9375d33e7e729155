/* SPDX-License-Identifier: MIT */
/* The unixlib under Wine: its answers are exact, and it gives the calling thread's cycles without a system call. */
#ifndef CYCLETIME_UNIXLIB_H
#define CYCLETIME_UNIXLIB_H

#include "library/source/source.h"
#include "protocol/unixlib_calls.h"

/* Opens the unixlib in a process's first thread, before the program runs. That thread was created before its process's
   creation time. */
void unixlib_begin_process(void);

/* The calling thread's cycles, at little cost. After a failure the caller asks as it does for any handle. */
NTSTATUS unixlib_own_thread_cycles(ULONG64 *cycles);

/* How Linux runs a thread with these dates. */
NTSTATUS unixlib_thread_scheduling(const struct nt_thread *who, const struct nt_times *times,
                                   struct nt_scheduling *scheduling);

/* For a thread of this process, whose fields are as the list reported them. */
void unixlib_listed_own_thread(struct cpu_time *seen);

#endif
