/* SPDX-License-Identifier: MIT */
/* The functions that fill an array with a count for each processor of a group, in one form, and all results of one call. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "support.h"

/* Those before IDLE_ARRAYS take the length rule's lengths, and answer under Wine. */
enum array { IDLE, IDLE_EX, SYSTEM, ARRAYS, IDLE_ARRAYS = SYSTEM };

extern const char *const array_names[ARRAYS];

ULONG processors(void);        /* of the first group */
ULONG need(void);              /* bytes for them */
USHORT absent_group(void);     /* the first that is not there */

struct filled {
    BOOL done;
    DWORD error;
    ULONG length;
};

/* IDLE has no group. */
struct filled fill_at(enum array array, USHORT group, void *buffer, ULONG *length);
struct filled fill(enum array array, USHORT group, void *buffer, ULONG length);

/* Looks at the results, and prints what was asked where they are not EXPECTED. */
BOOL is_filled(enum array array, const void *buffer, ULONG length, struct filled filled, struct filled expected);

/* Of the first group; looks at all results, under either length rule. */
void idle_cycles(ULONG64 *cycles);

#endif
