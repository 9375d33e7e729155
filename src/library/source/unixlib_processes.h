/* SPDX-License-Identifier: MIT */
/* The unixlib's answers about processes. */
#ifndef CYCLETIME_UNIXLIB_PROCESSES_H
#define CYCLETIME_UNIXLIB_PROCESSES_H

#include "library/source/source.h"
#include "protocol/unixlib_calls.h"

/* From here on other processes can query this one. Without it they get the system's answer. */
void unixlib_process_begins(void);

/* The creation time of this process, for which the system is asked once. */
NTSTATUS unixlib_own_creation(ULONG64 *creation);

NTSTATUS unixlib_process_cycles(HANDLE process, struct cpu_time *seen);
NTSTATUS unixlib_own_process_cycles(ULONG64 *cycles);
NTSTATUS unixlib_process_times(HANDLE process, struct cpu_time *seen);
NTSTATUS unixlib_descendant_times(HANDLE process, struct cpu_time *seen);
NTSTATUS unixlib_listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* For the threads of this process: how Linux runs them, and nothing else. */
void unixlib_listed_scheduling(const struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* Linux does not report why a thread waits, unless it was stopped. */
struct nt_scheduling unixlib_scheduling(const struct unixlib_scheduling *reported);

/* Converts from nanoseconds; the parts add up to the total. */
static inline void put_times(struct cpu_time *seen, ULONG64 total, ULONG64 kernel)
{
    seen->kernel = kernel / 100;
    seen->user = total / 100 - seen->kernel;
    seen->known = CPU_TIME_TIMES;
}

#endif
