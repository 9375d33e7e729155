/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_INFORMATION_H
#define CYCLETIME_PROCESSOR_INFORMATION_H

#include "../nt/nt.h"

/* Fill BUFFER with the first COUNT processors of a group, 0x30 bytes each, all or none (processor_array). */
NTSTATUS processor_performance(USHORT group, ULONG count, PVOID buffer);
NTSTATUS processor_idle(USHORT group, ULONG count, PVOID buffer);

#endif
