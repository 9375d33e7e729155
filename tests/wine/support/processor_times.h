/* SPDX-License-Identifier: MIT */
/* NT reports this about processors, without cycletime. */
#ifndef PROCESSOR_TIMES_H
#define PROCESSOR_TIMES_H

#include <windows.h>

enum { GROUP_PROCESSORS = 64 };  /* the most of a group */

/* Class 8, SystemProcessorPerformanceInformation, in 100 ns; kernel includes idle. */
struct processor_times {
    ULONG64 idle, kernel, user, dpc, interrupt;
    ULONG interrupts, padding;
};

/* The NTSTATUS. Without a group through NtQuerySystemInformation, with one through NtQuerySystemInformationEx. */
LONG system_ask_processors(ULONG class, void *buffer, ULONG size, ULONG *length);
LONG system_ask_processors_of(ULONG class, const USHORT *group, void *buffer, ULONG size, ULONG *length);

/* Of all processors. Skips the test where the first group's are not reported in one piece. */
void system_processor_times(struct processor_times times[GROUP_PROCESSORS]);

/* Their sums. */
struct processor_times system_processor_sums(void);

#endif
