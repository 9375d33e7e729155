/* SPDX-License-Identifier: MIT */
/* A module's exports with some functions replaced or added. */
#ifndef CYCLETIME_EXPORT_TABLE_H
#define CYCLETIME_EXPORT_TABLE_H

#include "ledger.h"
#include "pages.h"

/* What of an export directory changes: where its arrays are, and how long. */
struct export_arrays {
    ULONG function_count, name_count, functions, names, ordinals;
};

struct export_table {
    PVOID block;
    IMAGE_EXPORT_DIRECTORY *directory; /* the module's own, which stays where it is: some programs compare headers */
    struct export_arrays after;
};

/* Copies MODULE's arrays and puts in what SET has. Every other name and ordinal keeps its meaning. Changes nothing of the
   module yet. */
NTSTATUS export_table_build(HMODULE module, const struct ledger_set *set, struct export_table *table);

NTSTATUS export_table_open(const struct export_table *table, struct pages *pages);

/* When it is open: makes the module use the new arrays. The loader's lock is held; who reads without it sees the one or the
   other, or for a moment not the last names of the new ones. */
void export_table_use(const struct export_table *table);

/* Of one that is not in use. */
void export_table_free(struct export_table *table);

#endif
