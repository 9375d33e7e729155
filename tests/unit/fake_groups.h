/* SPDX-License-Identifier: MIT */
/* The processors of a fake machine, in groups, and what NT reports about them. */
#ifndef CYCLETIME_UNIT_FAKE_GROUPS_H
#define CYCLETIME_UNIT_FAKE_GROUPS_H

#include "library/nt/nt.h"

enum { FAKE_GROUPS = 64, FAKE_PROCESSORS = 256 };

struct fake_groups {
    ULONG processors;       /* that run; all of them, whatever groups NT reports */
    USHORT count;
    ULONG of[FAKE_GROUPS];  /* processors in each group */
    USHORT current;         /* the caller's group */
    ULONG hole;             /* Wine: how many of Linux's numbers are off before every third processor */
    ULONG missing;          /* so many of the last entries of every array are not reported */
    ULONG64 idle[FAKE_PROCESSORS], kernel[FAKE_PROCESSORS], user[FAKE_PROCESSORS];  /* 100 ns */
    ULONG64 dpc[FAKE_PROCESSORS], interrupt[FAKE_PROCESSORS];
    ULONG64 idle_cycles[FAKE_PROCESSORS], system_cycles[FAKE_PROCESSORS];
};

extern struct fake_groups fake_groups;

/* The machine has so many processors, in the groups that its system makes of them. */
void fake_processors(ULONG count);

ULONG fake_first_of(USHORT group);  /* processor */

/* All that the system reports of: under Wine also those that its one group has no room for. */
ULONG fake_reported_of(USHORT group);

NTSTATUS fake_query_groups(PVOID buffer, ULONG length, PULONG needed);
NTSTATUS fake_query_processors(ULONG class, const USHORT *group, PVOID buffer, ULONG length, PULONG needed);

#endif
