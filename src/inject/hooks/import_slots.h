/* SPDX-License-Identifier: MIT */
/* The import slots, in all loaded modules, that were bound before the export tables changed. */
#ifndef CYCLETIME_IMPORT_SLOTS_H
#define CYCLETIME_IMPORT_SLOTS_H

#include "inject/hooks/pages.h"

struct substitution {
    PVOID from, to;
    /* FROM is NULL: the system lacks the function, and Wine's loader bound every import of it to some stub. */
    HMODULE module;
    const char *name;
    ULONG size; /* of MODULE's image */
};

struct slot {
    PVOID *at;
    const struct substitution *by; /* its TO, when it is written */
};

struct import_slots {
    struct slot *list;
    ULONG count;
};

/* The caller holds the modules' lock. Finds every slot that holds a FROM, by value, since not every module keeps the names,
   and every slot of a NAME that the system lacks. LIST stays in use; its TO is not read yet. */
NTSTATUS import_slots_find(const struct substitution *list, ULONG count, struct import_slots *slots);

/* Adds the pages that import_slots_write writes to. */
NTSTATUS import_slots_add(const struct import_slots *slots, struct pages *pages);

/* Writes TO into all slots; the pages are open. */
void import_slots_write(const struct import_slots *slots);

void import_slots_free(struct import_slots *slots);

#endif
