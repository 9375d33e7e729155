/* SPDX-License-Identifier: MIT */
/* The clocks that stand in for the system's if that was asked for: CYCLETIME_GRAFT_FAST_CLOCK. */
#ifndef CYCLETIME_GRAFTED_FAST_CLOCK_H
#define CYCLETIME_GRAFTED_FAST_CLOCK_H

#include "../nt/nt.h"

BOOL WINAPI GraftedQueryPerformanceCounter(LARGE_INTEGER *Counter);
BOOL WINAPI GraftedRtlQueryPerformanceCounter(LARGE_INTEGER *Counter);
NTSTATUS WINAPI GraftedNtQueryPerformanceCounter(LARGE_INTEGER *Counter, LARGE_INTEGER *Frequency);
void WINAPI GraftedGetSystemTimePreciseAsFileTime(LPFILETIME Date);

#endif
