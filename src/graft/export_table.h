/* SPDX-License-Identifier: MIT */
/* A module's export table with some functions replaced or added. */
#ifndef CYCLETIME_EXPORT_TABLE_H
#define CYCLETIME_EXPORT_TABLE_H

#include "ledger.h"
#include "../nt/nt.h"

struct export_table {
    PVOID block;
    IMAGE_DATA_DIRECTORY *entry; /* in the module's header */
    IMAGE_DATA_DIRECTORY before, after;
};

/* Copies MODULE's table and puts in the ledger's functions that go WHERE (ledger_goes). Every other name and ordinal keeps
   its meaning. Changes nothing of the module yet. */
NTSTATUS export_table_build(HMODULE module, ULONG where, struct export_table *table);

/* Makes the module use the new table, or the old one again, by one store. */
NTSTATUS export_table_use(const struct export_table *table, BOOLEAN new);

/* Of one that is not in use. */
void export_table_free(struct export_table *table);

#endif
