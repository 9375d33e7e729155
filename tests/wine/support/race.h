/* SPDX-License-Identifier: MIT */
/* Eight threads call a function at once. No call may return less than a call, in whichever thread, that had returned
   before it began. */
#ifndef RACE_H
#define RACE_H

#include <windows.h>

enum { RACE_VALUES = 64 };

struct race {
    BOOL (*ask)(ULONG64 *values);  /* the call: returns all its values, or FALSE if it fails. It makes no assertion */
    unsigned count;                /* the number of values, at most RACE_VALUES */
    unsigned ms;                   /* how long at least; longer until there were enough calls */
    ULONG64 given[RACE_VALUES];    /* the largest values that a call returned */
};

/* Asserts that no call failed, and that no value went back. */
void race(struct race *race);

/* Raises *given to value if that is larger. */
void publish(ULONG64 *given, ULONG64 value);

#endif
