/* SPDX-License-Identifier: MIT */
/* Memory that cannot be used as one might, in every way that there is. */
#ifndef TRAP_H
#define TRAP_H

#include <windows.h>

enum trap_kind {
    TRAP_NULL,
    TRAP_UNALIGNED, /* it can */
    TRAP_READ_ONLY,
    TRAP_NO_ACCESS,
    TRAP_GUARDED,
    TRAP_HALF_FREE, /* the second half of it */
    TRAP_HALF_READ_ONLY,
    TRAP_HALF_GUARDED,
    TRAPS
};

extern const char *const trap_names[TRAPS];

enum { TRAP_PAGE = 0x1000 };

struct trap {
    BYTE *pages; /* two, of 0xCC */
    BYTE *at;
};

/* Of SIZE bytes, up to a page, or of 0 where it is NULL. */
struct trap trap_make(enum trap_kind kind, ULONG size);
void trap_free(const struct trap *trap);

#endif
