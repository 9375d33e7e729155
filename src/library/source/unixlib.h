/* SPDX-License-Identifier: MIT */
/* The unixlib under Wine: its answers are exact, and it gives the calling thread's cycles without a system call. */
#ifndef CYCLETIME_SOURCE_UNIXLIB_H
#define CYCLETIME_SOURCE_UNIXLIB_H

#include "library/source/source.h"

/* Whether the unixlib answers, and if not, why. It is loaded if that may be done now. */
CYCLETIME_UNIXLIB_STATE unixlib_query_state(void);

/* Opens the unixlib in a process's first thread, before the program runs. That thread was created before its process's
   creation time. */
void unixlib_begin_process(void);

/* How the unixlib gets the calling thread's cycles. */
CYCLETIME_UNIXLIB_CLOCK unixlib_query_clock(void);

/* The unixlib's answers about processors; each function is one of struct answer. */
BOOLEAN unixlib_has_processors(void);
NTSTATUS unixlib_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS unixlib_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs);

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies);
NTSTATUS unixlib_system_counts(struct system_counts *counts);

BOOLEAN unixlib_has_idle_states(void);
NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);
NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

#endif
