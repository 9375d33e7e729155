/* SPDX-License-Identifier: MIT */
/* Builds a module's new export directory, with the hooks in it and the names that the system lacks, and switches the
   module to it. Until it is used, nothing in the module has changed. */
#include "inject/hooks/image.h"
#include "inject/hooks/hooks.h"
#include "inject/hooks/machine.h"

#include <stddef.h>

/* The arrays that are being filled. */
struct draft {
    BYTE *base;
    BYTE *jumps;
    ULONG *functions, *names;
    USHORT *ordinals;
    ULONG function_count, name_count;
    char *strings;
};

/* Checks what the new table relies on. The directory must be aligned, or one store could not switch names and ordinals;
   ordinals are 16 bits wide. */
static BOOLEAN can_extend(struct image *image, const struct image_exports *exports)
{
    const IMAGE_DATA_DIRECTORY *entry = exports->entry;
    const ULONG functions = exports->directory->NumberOfFunctions;
    const BYTE *section = image_at(image, entry->VirtualAddress, entry->Size, 1);
    ULONG i, bytes = entry->Size;

    if (!section || functions + HOOK_COUNT > 0x10000 || (ULONG_PTR)exports->directory % sizeof(ULONG64)) return FALSE;
    /* A name that begins before the section's last zero also ends before it, so its end need not be searched. */
    while (bytes && section[bytes - 1]) bytes--;
    for (i = 0; i < exports->directory->NumberOfNames; i++) {
        if (exports->ordinals[i] >= functions) return FALSE;
        if (exports->names[i] - entry->VirtualAddress < bytes) continue;
        if (!image_string(image, exports->names[i])) return FALSE;
    }
    return TRUE;
}

static ULONG draft_offset(const struct draft *draft, const void *at)
{
    return (ULONG)((const BYTE *)at - draft->base);
}

static void put_hooks(struct draft *draft, const struct hook_table_set *set)
{
    PVOID jumps[HOOK_COUNT] = { NULL };
    ULONG i, j, at, behind, size;
    BOOLEAN there;

    for (i = 0; i < HOOK_COUNT; i++) {
        if (!set->has[i]) continue;
        at = find_export_name(draft->base, draft->names, draft->name_count, hook_table[i].name, &there);
        if (!there && hook_table[i].trampoline) continue; /* the system has no such function, which ours would call */
        if (!there) {                                     /* the name gets a new function, behind all others */
            behind = draft->name_count++ - at;
            memmove(draft->names + at + 1, draft->names + at, behind * sizeof(ULONG));
            memmove(draft->ordinals + at + 1, draft->ordinals + at, behind * sizeof(USHORT));
            size = strlen(hook_table[i].name) + 1;
            memcpy(draft->strings, hook_table[i].name, size);
            draft->names[at] = draft_offset(draft, draft->strings);
            draft->ordinals[at] = (USHORT)draft->function_count++;
            draft->strings += size;
        }
        /* If two names (Nt… and Zw…) lead to one function, they lead to one jump too. */
        for (j = 0; j < i && (!jumps[j] || hook_table[j].function != hook_table[i].function);) j++;
        if (j == i) {
            jumps[i] = near_jump(draft->jumps, hook_table[i].function);
            draft->jumps += near_jump_size;
        }
        draft->functions[draft->ordinals[at]] = draft_offset(draft, jumps[j]);
    }
}

NTSTATUS export_table_build(HMODULE module, const struct hook_table_set *set, struct near_pool *pool,
                            struct export_table *table)
{
    const SIZE_T jump_bytes = (SIZE_T)HOOK_COUNT * near_jump_size;
    struct image_exports exports;
    struct draft draft;
    struct image image;
    ULONG i, functions, names;
    SIZE_T bytes;

    if (!image_open(module, &image) || !image_read_exports(&image, &exports) || !can_extend(&image, &exports))
        return STATUS_INVALID_IMAGE_FORMAT;
    table->directory = exports.directory;
    table->image_size = image.size;

    draft.function_count = exports.directory->NumberOfFunctions;
    draft.name_count = exports.directory->NumberOfNames;
    functions = draft.function_count + HOOK_COUNT;
    names = draft.name_count + HOOK_COUNT;
    bytes = jump_bytes + functions * sizeof(ULONG) + names * (sizeof(ULONG) + sizeof(USHORT));
    for (i = 0; i < HOOK_COUNT; i++) bytes += strlen(hook_table[i].name) + 1;
    draft.base = image.base;
    if (!(draft.jumps = near_pool_take(pool, image.base, bytes))) return STATUS_NO_MEMORY;

    draft.functions = (ULONG *)(PVOID)(draft.jumps + jump_bytes);
    draft.names = draft.functions + functions;
    draft.ordinals = (USHORT *)(draft.names + names);
    draft.strings = (char *)(draft.ordinals + names);
    memcpy(draft.functions, exports.functions, draft.function_count * sizeof(ULONG));
    memcpy(draft.names, exports.names, draft.name_count * sizeof(ULONG));
    memcpy(draft.ordinals, exports.ordinals, draft.name_count * sizeof(USHORT));
    put_hooks(&draft, set);
    table->after = (struct export_arrays){ draft.function_count, draft.name_count, draft_offset(&draft, draft.functions),
                                           draft_offset(&draft, draft.names), draft_offset(&draft, draft.ordinals) };
    return STATUS_SUCCESS;
}

/* The new arrays hold all that the old ones do, and more: a thread that reads the exports meanwhile gets the new address of
   an array before its new length. A name with another name's ordinal would give the wrong function, so one store changes
   both addresses. */
void export_table_use(const struct export_table *table)
{
    IMAGE_EXPORT_DIRECTORY *const directory = table->directory;
    const ULONG64 both = table->after.names | (ULONG64)table->after.ordinals << 32;

    _Static_assert(offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNames) % sizeof both == 0, "one store");
    _Static_assert(offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNameOrdinals)
                       == offsetof(IMAGE_EXPORT_DIRECTORY, AddressOfNames) + sizeof(ULONG),
                   "one store");
    __atomic_store_n(&directory->AddressOfFunctions, table->after.functions, __ATOMIC_RELEASE);
    __atomic_store_n(&directory->NumberOfFunctions, table->after.function_count, __ATOMIC_RELEASE);
    __atomic_store_n((ULONG64 *)(void *)&directory->AddressOfNames, both, __ATOMIC_RELEASE);
    __atomic_store_n(&directory->NumberOfNames, table->after.name_count, __ATOMIC_RELEASE);
}
