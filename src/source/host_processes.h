/* SPDX-License-Identifier: MIT */
/* What the Linux side knows of processes. */
#ifndef CYCLETIME_HOST_PROCESSES_H
#define CYCLETIME_HOST_PROCESSES_H

#include "source.h"

/* Other processes may ask about this one from here on. Without, they have the system's answer. */
void host_process_begins(void);

NTSTATUS host_process_cycles(HANDLE process, struct cpu_time *seen);
NTSTATUS host_process_times(HANDLE process, struct cpu_time *seen);
NTSTATUS host_descendant_times(HANDLE process, struct cpu_time *seen);
NTSTATUS host_listed_process(ULONG id, ULONG64 creation, struct cpu_time *seen);

#endif
