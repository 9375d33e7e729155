/* SPDX-License-Identifier: MIT */
/* One record as it stands in the file. */
#ifndef CYCLETIME_HOST_RECORD_SLOT_H
#define CYCLETIME_HOST_RECORD_SLOT_H

#include "record.h"

enum { FIGURES_ENDED = 1, FIGURES_EXACT = 2 };

/* The same in 32- and 64-bit processes. */
struct figures {
    uint64_t sequence;  /* odd ones stand in the second copy */
    uint64_t created;
    uint32_t id, flags;
    uint64_t user, kernel;
    uint64_t written;   /* when, in s: tells old records from young ones */
    uint64_t reserved;
    uint64_t sum;       /* of all before it */
};

struct record_slot {
    struct figures copies[2];
};

_Static_assert(sizeof(struct record_slot) == RECORD_SLOT_SIZE, "the file's layout");

uint64_t figures_sum(const struct figures *figures);

/* The newest copy that is whole; NULL: none is. */
const struct figures *record_slot_newest(const struct record_slot *slot);

/* The same, of those that tell of PROCESS. */
const struct figures *record_slot_newest_of(const struct record_slot *slot, struct record_process process);

#endif
