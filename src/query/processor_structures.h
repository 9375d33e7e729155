/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_STRUCTURES_H
#define CYCLETIME_PROCESSOR_STRUCTURES_H

#include "../nt/nt.h"

/* Windows' structures for the first COUNT processors of a group, 0x30 bytes each, or their cycles. BUFFER need not be
   aligned; all of it is written or nothing. */
NTSTATUS processor_performance(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_idle(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_idle_cycles(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_interrupts(USHORT group, ULONG count, PVOID buffer); /* 0x18 bytes each */
NTSTATUS processor_system_cycles(USHORT group, ULONG count, PVOID buffer);

#endif
