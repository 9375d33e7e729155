/* SPDX-License-Identifier: MIT */
/* The shared page of a fake machine, and the clocks that its system may have besides. */
#ifndef CYCLETIME_UNIT_FAKE_TIME_H
#define CYCLETIME_UNIT_FAKE_TIME_H

#include "library/nt/calls.h"

#define FAKE_TICK (1ull << 36)  /* the interrupt time after fake_boot, in 100 ns */

struct fake_time {
    SHARED_USER_DATA shared;
    ULONG64 precise;    /* what RtlGetInterruptTimePrecise says */
    HRESULT auxiliary;  /* what the auxiliary counter's functions return */
};

extern struct fake_time fake_time;

void fake_time_boot(void);

/* As the system stores it: the second high part, the low one, the first high one. */
void fake_tick(ULONG64 time);

ULONG64 WINAPI fake_precise_time(PLARGE_INTEGER counter);
HRESULT WINAPI fake_auxiliary_frequency(PULONGLONG frequency);
HRESULT WINAPI fake_auxiliary_to_performance(ULONGLONG auxiliary, PULONGLONG performance, PULONGLONG error);
HRESULT WINAPI fake_performance_to_auxiliary(ULONGLONG performance, PULONGLONG auxiliary, PULONGLONG error);

#endif
