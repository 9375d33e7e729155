/* SPDX-License-Identifier: MIT */
/* The processor and its clocks, in place of library/query/cpu_instructions.c. */
#ifndef CYCLETIME_UNIT_FAKE_PROCESSOR_H
#define CYCLETIME_UNIT_FAKE_PROCESSOR_H

#include "library/query/query.h"

#include <windows.h>

#define FAKE_RATE 2500000000ull  /* what leaf 15h reports after fake_boot */

enum { FAKE_LEAVES = 8 };

struct fake_processor {
    ULONG64 tsc, step;          /* by which it advances at every reading */
    ULONG64 hz;                 /* of the time-stamp counter */
    ULONG64 frequency;          /* of the performance counter, which follows it */
    ULONG64 slept;              /* by which the performance counter ran on while the time-stamp counter did not */
    LONGLONG direction;         /* 1: forward; 0: it stands; -1: it runs back */
    ULONG64 (*interruption)(ULONG reading);  /* ticks that pass around a reading of the performance counter */
    ULONG readings;
    void (*meanwhile)(void);    /* what another thread does, once, at the next reading of the time-stamp counter */
    ULONG leaf_count;
    struct {
        ULONG leaf;
        struct processor_id id;
    } leaves[FAKE_LEAVES];
};

extern struct fake_processor fake_processor;

void fake_processor_boot(void);

/* Sets a leaf of CPUID; other leaves are zero. */
void fake_leaf(ULONG leaf, ULONG eax, ULONG ebx, ULONG ecx, ULONG edx);
void fake_no_leaves(void);
void fake_hypervisor_rate(ULONG khz);  /* KVM reports it */
void fake_invariant_tsc(void);         /* the processor promises it */

/* Lets time pass around a reading of a clock. */
void fake_processor_pass(void);

LONGLONG fake_processor_counter(LONGLONG *frequency);

#endif
