/* SPDX-License-Identifier: MIT */
/* The unixlib's answers about processors and the whole machine. */
#ifndef CYCLETIME_UNIXLIB_PROCESSORS_H
#define CYCLETIME_UNIXLIB_PROCESSORS_H

#include "library/source/source.h"

/* The answers about COUNT processors of a group. COUNTED is what the number of interrupts has to be; UNIXLIB_COUNTED_NOTHING:
   it is 0. */
BOOLEAN unixlib_has_processors(void);
NTSTATUS unixlib_processor_times(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times);
NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs);

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies);
NTSTATUS unixlib_system_counts(struct system_counts *counts);

BOOLEAN unixlib_has_idle_states(void);
NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);

/* Stores up to ROOM idle states of a processor, and in *COUNT how many it has. */
NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

#endif
