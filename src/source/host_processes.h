/* SPDX-License-Identifier: MIT */
/* What the Linux side knows of processes. */
#ifndef CYCLETIME_HOST_PROCESSES_H
#define CYCLETIME_HOST_PROCESSES_H

#include "source.h"
#include "../protocol/host_calls.h"

/* Other processes may ask about this one from here on. Without, they have the system's answer. */
void host_process_begins(void);

NTSTATUS host_process_cycles(HANDLE process, struct cpu_time *seen);
NTSTATUS host_own_process_cycles(ULONG64 *cycles);
NTSTATUS host_process_times(HANDLE process, struct cpu_time *seen);
NTSTATUS host_descendant_times(HANDLE process, struct cpu_time *seen);
NTSTATUS host_listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* Whether the Linux side is, which is not opened here. */
BOOLEAN host_is_in_use(void);

/* Nobody can tell this process what an ended one used. */
BOOLEAN host_is_told_nothing(void);

/* From nanoseconds; the parts make up the total. */
static inline void put_times(struct cpu_time *seen, ULONG64 total, ULONG64 kernel)
{
    seen->kernel = kernel / 100;
    seen->user = total / 100 - seen->kernel;
    seen->known = CPU_TIME_TIMES;
}

#endif
