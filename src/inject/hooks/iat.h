/* SPDX-License-Identifier: MIT */
/* The IAT entries, in all loaded modules, that were bound before the export tables changed. */
#ifndef CYCLETIME_IAT_H
#define CYCLETIME_IAT_H

#include "inject/hooks/near_pool.h"

#include <windows.h>

struct hook {
    PVOID from, to;
    /* FROM is NULL: the system lacks the function, and Wine's loader bound every import of it to some stub. */
    HMODULE module;
    const char *name;
    ULONG size;       /* of MODULE's image */
    HMODULE importer; /* the only module whose slots count; NULL: those of every module */
};

struct slot {
    PVOID *at;
    const struct hook *by; /* its TO, when it is written */
};

struct iat_entries {
    struct slot *list;
    ULONG count;
};

/* The caller holds the modules' lock. Finds every slot that holds a FROM, by value, since not every module keeps the names,
   and every slot of a NAME that the system lacks. LIST stays in use; its TO is not read yet. */
NTSTATUS iat_find_entries(const struct hook *list, ULONG count, struct iat_entries *slots);

/* Adds the pages that iat_write_entries writes to. */
NTSTATUS iat_add_pages(const struct iat_entries *slots, struct pages *pages);

/* Writes TO into all slots; the pages are open. */
void iat_write_entries(const struct iat_entries *slots);

void iat_free_entries(struct iat_entries *slots);

#endif
