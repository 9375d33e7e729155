/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_INFORMATION_H
#define CYCLETIME_PROCESSOR_INFORMATION_H

#include "../nt/nt.h"

/* What processor_array fills its buffers with: the first COUNT processors of a group, 0x30 bytes each, or their cycles. */
NTSTATUS processor_performance(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_idle(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_idle_cycles(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_system_cycles(USHORT group, ULONG count, PVOID buffer);

#endif
