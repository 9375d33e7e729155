/* SPDX-License-Identifier: MIT */
/* Linux's own clocks, where the Linux side is: for what the system's performance counter leaves open. */
#ifndef CYCLETIME_HOST_CLOCK_H
#define CYCLETIME_HOST_CLOCK_H

#include "source.h"

/* A time that NTP does not change, and how long the machine has slept, in nanoseconds. FALSE: nobody tells. */
BOOLEAN host_clock(ULONG64 *raw, ULONG64 *asleep);

/* How much of the system's interrupt time the machine was asleep, in 100 ns, unless the system says so itself. */
enum presence host_clock_asleep(ULONG64 *asleep);

#endif
