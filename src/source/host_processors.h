/* SPDX-License-Identifier: MIT */
/* What the source wine_host knows of processors. */
#ifndef CYCLETIME_SOURCE_HOST_PROCESSORS_H
#define CYCLETIME_SOURCE_HOST_PROCESSORS_H

#include "source.h"

BOOLEAN host_processors_are_told(void);
NTSTATUS host_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS host_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS host_processor_softirqs(USHORT group, ULONG count, ULONG *dpcs);

BOOLEAN host_idle_states_are_told(void);
NTSTATUS host_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);
NTSTATUS host_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

#endif
