/* SPDX-License-Identifier: MIT */
/* A module's exports with some functions replaced or added. */
#ifndef CYCLETIME_EXPORT_TABLE_H
#define CYCLETIME_EXPORT_TABLE_H

#include "inject/hooks/hook_table.h"
#include "inject/hooks/near_pool.h"

#include <windows.h>

/* The fields of an export directory that change: the addresses of its arrays, and their lengths. */
struct export_arrays {
    ULONG function_count, name_count, functions, names, ordinals;
};

struct export_table {
    ULONG image_size;
    IMAGE_EXPORT_DIRECTORY *directory; /* the module's own, which stays where it is: some programs compare headers */
    struct export_arrays after;
};

/* Copies MODULE's arrays into memory of POOL and puts the functions of SET into the copies. Every other name and ordinal
   keeps its meaning. The module itself is not changed yet. */
NTSTATUS export_table_build(HMODULE module, const struct hook_table_set *set, struct near_pool *pool,
                            struct export_table *table);

/* Makes the module use the new arrays; the pages of its directory are open. The caller holds the loader's lock; a thread
   that reads the exports without that lock sees the old arrays or the new ones; for a moment it may not see the last names
   of the new ones. */
void export_table_use(const struct export_table *table);

#endif
