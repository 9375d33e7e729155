/* SPDX-License-Identifier: MIT */
/* PE images in this process: their headers, their export directories and their import address tables. */
#ifndef CYCLETIME_EXPORT_TABLE_H
#define CYCLETIME_EXPORT_TABLE_H

#include "inject/hooks/hooks.h"
#include "inject/hooks/near_pool.h"

#include <windows.h>

/* A module's exports with some functions replaced or added. */

/* A loaded PE image, read within its bounds and only where its memory can be read: some programs hide their headers. */

struct image {
    BYTE *base;
    ULONG size;
    IMAGE_DATA_DIRECTORY *directories;
    ULONG directory_count;
    const BYTE *begin, *end; /* the part that was last found readable */
};

/* FALSE: not an image of this program's word size. */
BOOLEAN image_open(PVOID base, struct image *image);

/* COUNT elements of SIZE bytes at the offset, or NULL if they do not all lie inside and can be read. */
PVOID image_at(struct image *image, ULONG offset, ULONG count, ULONG size);

/* The string at the offset and its length, or NULL if it does not end inside. */
const char *image_string(struct image *image, ULONG offset, ULONG *length);

/* NULL: the image has none. */
IMAGE_DATA_DIRECTORY *image_directory(const struct image *image, ULONG index);

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

/* Adds the pages that export_table_use writes to. */
NTSTATUS export_table_add(const struct export_table *table, struct pages *pages);

/* Makes the module use the new arrays; the pages are open. The caller holds the loader's lock; a thread
   that reads the exports without that lock sees the old arrays or the new ones; for a moment it may not see the last names
   of the new ones. */
void export_table_use(const struct export_table *table);

/* The IAT entries, in all loaded modules, that were bound before the export tables changed. */

struct hook {
    PVOID from, to;
    /* FROM is NULL: the system lacks the function, and Wine's loader bound every import of it to some stub. */
    HMODULE module;
    const char *name;
    ULONG size; /* of MODULE's image */
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
