/* SPDX-License-Identifier: MIT */
/* Linux's own clocks, through the unixlib's calls that ask them and nothing else. */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include <windows.h>

BOOL kernel_clock_open(void);

/* CPU time in nanoseconds. */
ULONG64 kernel_clock_of_thread(void);   /* the calling one; 0: it failed */
ULONG64 kernel_clock_of_process(void);

/* CPU time of this process in 100 ns, by Linux's clock. Without the unixlib it is NT's, whose kernel and user time are up
   to a step behind each. The test fails if the unixlib cannot be opened. */
ULONG64 own_clock(void);

#endif
