/* SPDX-License-Identifier: MIT */
/* The Linux side under Wine: its answers are exact, and it gives the calling thread's cycles without a system call. */
#ifndef CYCLETIME_WINE_HOST_H
#define CYCLETIME_WINE_HOST_H

#include "library/source/source.h"

/* Whether the Linux side answers, and if not, why. It is loaded if that may be done now. */
CYCLETIME_HOST_STATE wine_host_state(void);

/* Opens the Linux side in a process's first thread, before the program runs. That thread was created before its process's
   creation time. */
void wine_host_begins(void);

/* How the Linux side gets the calling thread's cycles. */
CYCLETIME_HOST_CLOCK wine_host_clock(void);

/* The Linux side's answers about processors; each function is one of struct answer. */
BOOLEAN unixlib_has_processors(void);
NTSTATUS unixlib_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS unixlib_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs);

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies);
NTSTATUS unixlib_system_figures(struct system_figures *figures);

BOOLEAN unixlib_has_idle_states(void);
NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);
NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

#endif
