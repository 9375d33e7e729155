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

/* What this process used so far, for those who ask when it has ended without a word. */
void host_process_reports(void);

/* Its creator has a record, and may ask about it. */
void host_process_is_awaited(void);

/* As query_host_children_follow. */
void host_children_follow(ULONG flags);

/* A process by its id, before it is killed, and when it was, or was not. FALSE: nothing is known of it. */
BOOLEAN host_kill_begins(ULONG id, struct host_kill *kill);
void host_kill_ends(struct host_kill *kill, BOOLEAN was_killed);

#endif
