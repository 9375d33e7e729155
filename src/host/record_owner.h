/* SPDX-License-Identifier: MIT */
/* Whether a process that keeps a record lives, and by which number it can be asked. record.h tells who vouches for it. */
#ifndef CYCLETIME_HOST_RECORD_OWNER_H
#define CYCLETIME_HOST_RECORD_OWNER_H

#include "record_state.h"

enum life {
    LIFE_OVER,
    LIFE_HERE,      /* it lives, and is PID to this process */
    LIFE_ELSEWHERE, /* it lives, without a number here */
    LIFE_UNKNOWN
};

struct owner {
    enum life life;
    pid_t pid;
};

/* Of the place SLOT, in which FIGURES stand. */
struct owner record_owner(const struct record *record, const struct record_file *file, uint32_t slot,
                          const struct figures *figures);

/* By the second witness alone. */
struct owner record_owner_by_number(const struct record *record, const struct figures *figures);

struct bearer {
    uint32_t slot;
    struct figures figures;
    struct owner owner; /* LIFE_HERE or LIFE_ELSEWHERE */
};

/* The live process that bears ID and was created at the date UNTIL at the latest. False: none is known. */
bool record_bearer(const struct record *record, const struct record_file *file, uint32_t id, uint64_t until,
                   struct bearer *bearer);

#endif
