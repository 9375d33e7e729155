/* SPDX-License-Identifier: MIT */
/* What stands in the place of a process, and whether who wrote it lives. */
#ifndef CYCLETIME_HOST_RECORD_VIEW_H
#define CYCLETIME_HOST_RECORD_VIEW_H

#include "record_owner.h"

struct view {
    struct figures figures;
    struct owner owner;
    bool is_followed; /* by the next in its place */
};

/* The first file in which it stands: what stood in those before it has taken along. NULL: none. */
const struct record_file *view_find_file(struct record *record, struct record_process process, uint32_t *place);

/* False: PLACE is another's. */
bool view_look(const struct record *record, const struct record_file *file, uint32_t place, struct record_process process,
               struct view *view);

/* TOTAL in the proportion of RATIO. */
struct record_times times_split(struct record_times ratio, uint64_t total);

#endif
