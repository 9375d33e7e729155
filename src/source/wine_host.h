/* SPDX-License-Identifier: MIT */
/* The Linux side under Wine: exact, and of the calling thread's cycles without a system call. */
#ifndef CYCLETIME_WINE_HOST_H
#define CYCLETIME_WINE_HOST_H

#include "source.h"

/* Whether it answers, and if not, why. Loads it if that may be done now. */
CYCLETIME_HOST_STATE wine_host_state(void);

/* How the calling thread's cycles are had. */
CYCLETIME_HOST_CLOCK wine_host_clock(void);

/* What it knows of processors, as struct answer has it. */
BOOLEAN host_processors_are_told(void);
NTSTATUS host_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS host_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS host_processor_softirqs(USHORT group, ULONG count, ULONG *dpcs);

BOOLEAN host_idle_states_are_told(void);
NTSTATUS host_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);
NTSTATUS host_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

#endif
