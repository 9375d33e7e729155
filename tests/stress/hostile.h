/* SPDX-License-Identifier: MIT */
/* A hostile caller uses these handles, places and random numbers. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include "field.h"
#include "next_random.h"
#include "support.h"

extern ULONG64 random_state;

static inline ULONG pick(ULONG count)
{
    return (ULONG)(next_random(&random_state) >> 32) % count;
}

/* An open one of any kind of object, a closed one, a pseudo handle or a number. */
void hostile_handles_open(void);
HANDLE hostile_handle(void);

/* A place for SIZE bytes in a field of its own, at its end or at any address; or NULL. */
struct place {
    BYTE *field, *at;
    ULONG size;
};
void place_take(struct place *place, ULONG size, BOOL may_be_null);

/* Whether only the first COUNT bytes there have been written to; makes it clean again. */
BOOL place_check(struct place *place, ULONG count);

/* The calls; each makes one, of one kind, and says what it found wrong, or NULL. */
const char *hostile_handle_call(void);
const char *hostile_value_call(void);
const char *hostile_array_call(void);
const char *hostile_other_call(void);
const char *hostile_nt_call(void);
const char *hostile_fault_call(void); /* what the function had allocated may be lost */
void hostile_nt_hook(void);

#endif
