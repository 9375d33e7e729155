/* SPDX-License-Identifier: MIT */
/* Builds a module's new export directory, with the hooks in it and the names that the system lacks, and switches the
   module to it. Until it is used, nothing in the module has changed. */
#include "inject/hooks/export_table.h"
#include "inject/hooks/image.h"
#include "inject/hooks/machine.h"
#include "inject/hooks/near_pool.h"

#include <stddef.h>

struct exports {
    IMAGE_EXPORT_DIRECTORY *directory;
    const ULONG *functions, *names;
    const USHORT *ordinals;
};

/* The arrays that are being filled. */
struct draft {
    BYTE *base;
    BYTE *jumps;
    ULONG *functions, *names;
    USHORT *ordinals;
    ULONG function_count, name_count;
    char *strings;
};

/* Returns the number of bytes of the export section up to its last zero. A name that begins within these also ends within
   them, so its end need not be searched. */
static ULONG bytes_of_strings(const BYTE *part, ULONG size)
{
    while (size && part[size - 1]) size--;
    return size;
}

static BOOLEAN read_exports(struct image *image, const IMAGE_DATA_DIRECTORY *entry, struct exports *exports)
{
    IMAGE_EXPORT_DIRECTORY *directory = image_at(image, entry->VirtualAddress, 1, sizeof *directory);
    const BYTE *part = directory ? image_at(image, entry->VirtualAddress, entry->Size, 1) : NULL;
    ULONG i, length, bytes;

    if (!part) return FALSE;
    bytes = bytes_of_strings(part, entry->Size);
    exports->directory = directory;
    exports->functions = image_at(image, directory->AddressOfFunctions, directory->NumberOfFunctions, sizeof(ULONG));
    exports->names = image_at(image, directory->AddressOfNames, directory->NumberOfNames, sizeof(ULONG));
    exports->ordinals = image_at(image, directory->AddressOfNameOrdinals, directory->NumberOfNames, sizeof(USHORT));
    if (!exports->functions || !exports->names || !exports->ordinals) return FALSE;
    for (i = 0; i < directory->NumberOfNames; i++) {
        if (exports->ordinals[i] >= directory->NumberOfFunctions) return FALSE;
        if (exports->names[i] - entry->VirtualAddress < bytes) continue;
        if (!image_string(image, exports->names[i], &length)) return FALSE;
    }
    return directory->NumberOfFunctions + HOOK_COUNT <= 0x10000; /* ordinals are 16 bits wide */
}

static SIZE_T string_bytes(void)
{
    SIZE_T bytes = 0;
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++) bytes += strlen(hook_table[i].name) + 1;
    return bytes;
}

static ULONG offset_of(const struct draft *draft, const void *at)
{
    return (ULONG)((const BYTE *)at - draft->base);
}

static ULONG put_string(struct draft *draft, const char *string, ULONG length)
{
    char *at = draft->strings;

    memcpy(at, string, length);
    at[length] = 0;
    draft->strings += length + 1;
    return offset_of(draft, at);
}

static void copy_exports(struct draft *draft, const struct exports *exports)
{
    draft->function_count = exports->directory->NumberOfFunctions;
    draft->name_count = exports->directory->NumberOfNames;
    memcpy(draft->functions, exports->functions, draft->function_count * sizeof(ULONG));
    memcpy(draft->names, exports->names, draft->name_count * sizeof(ULONG));
    memcpy(draft->ordinals, exports->ordinals, draft->name_count * sizeof(USHORT));
}

/* Returns the index at which the name is, or is to be inserted, so that the names stay sorted for the binary search. */
static ULONG place_of(const struct draft *draft, const char *name, BOOLEAN *there)
{
    ULONG low = 0, high = draft->name_count, middle;
    int order;

    *there = FALSE;
    while (low < high && !*there) {
        middle = (low + high) / 2;
        order = strcmp((const char *)draft->base + draft->names[middle], name);
        *there = !order;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return *there ? high : low;
}

/* Returns the index of the function in the function table. */
static ULONG add_name(struct draft *draft, ULONG i, const char *name)
{
    const ULONG behind = draft->name_count++ - i;

    memmove(draft->names + i + 1, draft->names + i, behind * sizeof(ULONG));
    memmove(draft->ordinals + i + 1, draft->ordinals + i, behind * sizeof(USHORT));
    draft->names[i] = put_string(draft, name, strlen(name));
    return draft->ordinals[i] = (USHORT)draft->function_count++;
}

/* If two names (Nt… and Zw…) lead to one function, they lead to one jump too. */
static PVOID put_jump(struct draft *draft, PVOID *jumps, ULONG i)
{
    ULONG j;

    for (j = 0; j < i; j++)
        if (jumps[j] && hook_table[j].function == hook_table[i].function) return jumps[i] = jumps[j];
    jumps[i] = near_jump(draft->jumps, hook_table[i].function);
    draft->jumps += near_jump_size;
    return jumps[i];
}

static void put_in(struct draft *draft, const struct hook_table_set *set)
{
    PVOID jumps[HOOK_COUNT] = { NULL };
    ULONG i, place, index;
    BOOLEAN there;

    for (i = 0; i < HOOK_COUNT; i++) {
        if (!set->has[i]) continue;
        place = place_of(draft, hook_table[i].name, &there);
        if (!there && hook_table[i].trampoline) continue; /* the system has no such function, which ours would call */
        index = there ? draft->ordinals[place] : add_name(draft, place, hook_table[i].name);
        draft->functions[index] = offset_of(draft, put_jump(draft, jumps, i));
    }
}

static SIZE_T jump_bytes(void)
{
    return (SIZE_T)HOOK_COUNT * near_jump_size;
}

static SIZE_T array_bytes(ULONG functions, ULONG names)
{
    return functions * sizeof(ULONG) + names * (sizeof(ULONG) + sizeof(USHORT));
}

static void fill_table(struct export_table *table, const struct exports *exports, struct draft *draft,
                       const struct hook_table_set *set)
{
    const ULONG functions = exports->directory->NumberOfFunctions + HOOK_COUNT;
    const ULONG names = exports->directory->NumberOfNames + HOOK_COUNT;

    draft->functions = (ULONG *)(PVOID)(draft->jumps + jump_bytes());
    draft->names = draft->functions + functions;
    draft->ordinals = (USHORT *)(draft->names + names);
    draft->strings = (char *)(draft->ordinals + names);
    copy_exports(draft, exports);
    put_in(draft, set);
    table->after = (struct export_arrays){ draft->function_count, draft->name_count, offset_of(draft, draft->functions),
                                           offset_of(draft, draft->names), offset_of(draft, draft->ordinals) };
}

NTSTATUS export_table_build(HMODULE module, const struct hook_table_set *set, struct near_pool *pool,
                            struct export_table *table)
{
    const IMAGE_DATA_DIRECTORY *entry;
    struct exports exports;
    struct draft draft = { .base = NULL };
    struct image image;
    SIZE_T bytes;

    if (!image_open(module, &image)) return STATUS_INVALID_IMAGE_FORMAT;
    entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_EXPORT);
    if (!entry || !read_exports(&image, entry, &exports)) return STATUS_INVALID_IMAGE_FORMAT;
    table->directory = exports.directory;
    table->image_size = image.size;
    /* The directory must be aligned, or one store could not switch names and ordinals. */
    if ((ULONG_PTR)table->directory % sizeof(ULONG64)) return STATUS_INVALID_IMAGE_FORMAT;

    bytes = jump_bytes() + string_bytes()
            + array_bytes(exports.directory->NumberOfFunctions + HOOK_COUNT, exports.directory->NumberOfNames + HOOK_COUNT);
    draft.base = image.base;
    if (!(draft.jumps = near_pool_take(pool, image.base, bytes))) return STATUS_NO_MEMORY;
    fill_table(table, &exports, &draft, set);
    return STATUS_SUCCESS;
}

/* A name with another name's ordinal would give the wrong function, so one store changes both addresses. */
static void switch_names(IMAGE_EXPORT_DIRECTORY *directory, const struct export_arrays *arrays)
{
    const ULONG64 both = arrays->names | (ULONG64)arrays->ordinals << 32;

    _Static_assert(offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNames) % sizeof both == 0, "one store");
    _Static_assert(offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNameOrdinals)
                       == offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNames) + sizeof(ULONG),
                   "one store");
    __atomic_store_n((ULONG64 *)(void *)&directory->AddressOfNames, both, __ATOMIC_RELEASE);
}

NTSTATUS export_table_add(const struct export_table *table, struct pages *pages)
{
    return pages_add(pages, table->directory, sizeof *table->directory);
}

/* The new arrays hold all that the old ones do, and more: a thread that reads the exports meanwhile gets the new address of
   an array before its new length. */
void export_table_use(const struct export_table *table)
{
    IMAGE_EXPORT_DIRECTORY *const directory = table->directory;

    __atomic_store_n(&directory->AddressOfFunctions, table->after.functions, __ATOMIC_RELEASE);
    __atomic_store_n(&directory->NumberOfFunctions, table->after.function_count, __ATOMIC_RELEASE);
    switch_names(directory, &table->after);
    __atomic_store_n(&directory->NumberOfNames, table->after.name_count, __ATOMIC_RELEASE);
}
