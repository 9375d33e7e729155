/* SPDX-License-Identifier: MIT */
#include "export_table.h"
#include "image.h"
#include "reach.h"

#define PAGE 0x1000u
#define ROUND_UP(n, unit) (((n) + (unit)-1) & ~((SIZE_T)(unit)-1))

struct exports {
    const IMAGE_EXPORT_DIRECTORY *directory;
    const ULONG *functions, *names;
    const USHORT *ordinals;
    ULONG begin, end; /* an offset in between is a forwarder's string */
};

/* What is being filled. */
struct draft {
    BYTE *base;
    BYTE *jumps;
    IMAGE_EXPORT_DIRECTORY *directory;
    ULONG *functions, *names;
    USHORT *ordinals;
    char *strings;
};

static BOOLEAN read_exports(struct image *image, const IMAGE_DATA_DIRECTORY *entry, struct exports *exports)
{
    const IMAGE_EXPORT_DIRECTORY *directory = image_at(image, entry->VirtualAddress, 1, sizeof *directory);
    ULONG i, length;

    if (!directory || !image_at(image, entry->VirtualAddress, entry->Size, 1)) return FALSE;
    exports->directory = directory;
    exports->functions = image_at(image, directory->AddressOfFunctions, directory->NumberOfFunctions, sizeof(ULONG));
    exports->names = image_at(image, directory->AddressOfNames, directory->NumberOfNames, sizeof(ULONG));
    exports->ordinals = image_at(image, directory->AddressOfNameOrdinals, directory->NumberOfNames, sizeof(USHORT));
    exports->begin = entry->VirtualAddress;
    exports->end = entry->VirtualAddress + entry->Size;
    if (!exports->functions || !exports->names || !exports->ordinals) return FALSE;
    for (i = 0; i < directory->NumberOfNames; i++)
        if (!image_string(image, exports->names[i], &length) || exports->ordinals[i] >= directory->NumberOfFunctions)
            return FALSE;
    return directory->NumberOfFunctions + LEDGER_COUNT <= 0x10000; /* ordinals are 16 bits wide */
}

static BOOLEAN is_forwarder(const struct exports *exports, ULONG offset)
{
    return offset >= exports->begin && offset < exports->end;
}

/* Bytes for all strings that move or come; 0: one of them cannot be read, or those of the module are longer than it is,
   which is no honest table, and in 32 bits might come to a sum that is too small. */
static SIZE_T string_bytes(struct image *image, const struct exports *exports)
{
    SIZE_T bytes = 1;
    ULONG i, length;

    for (i = 0; i < exports->directory->NumberOfFunctions; i++) {
        if (!is_forwarder(exports, exports->functions[i])) continue;
        if (!image_string(image, exports->functions[i], &length)) return 0;
        bytes += length + 1;
        if (bytes > image->size) return 0;
    }
    for (i = 0; i < LEDGER_COUNT; i++) bytes += strlen(ledger[i].name) + 1;
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

/* A forwarder is recognised by lying inside the table, so its string moves along. */
static void copy(struct draft *draft, struct image *image, const struct exports *exports)
{
    const IMAGE_EXPORT_DIRECTORY *directory = exports->directory;
    const char *string;
    ULONG i, length;

    *draft->directory = *directory;
    draft->directory->AddressOfFunctions = offset_of(draft, draft->functions);
    draft->directory->AddressOfNames = offset_of(draft, draft->names);
    draft->directory->AddressOfNameOrdinals = offset_of(draft, draft->ordinals);
    memcpy(draft->names, exports->names, directory->NumberOfNames * sizeof(ULONG));
    memcpy(draft->ordinals, exports->ordinals, directory->NumberOfNames * sizeof(USHORT));
    for (i = 0; i < directory->NumberOfFunctions; i++) {
        draft->functions[i] = exports->functions[i];
        if (!is_forwarder(exports, exports->functions[i])) continue;
        string = image_string(image, exports->functions[i], &length);
        draft->functions[i] = put_string(draft, string, length);
    }
}

/* Where a name stands among the names, or would: they stay sorted, since they are searched by halving. */
static ULONG place_of(const struct draft *draft, const char *name, BOOLEAN *there)
{
    ULONG i;
    int order = -1;

    for (i = 0; i < draft->directory->NumberOfNames; i++)
        if ((order = strcmp((const char *)draft->base + draft->names[i], name)) >= 0) break;
    *there = !order;
    return i;
}

/* Its index in the function table. */
static ULONG add_name(struct draft *draft, ULONG i, const char *name)
{
    ULONG count = draft->directory->NumberOfNames;

    memmove(draft->names + i + 1, draft->names + i, (count - i) * sizeof(ULONG));
    memmove(draft->ordinals + i + 1, draft->ordinals + i, (count - i) * sizeof(USHORT));
    draft->names[i] = put_string(draft, name, strlen(name));
    draft->directory->NumberOfNames = count + 1;
    return draft->ordinals[i] = (USHORT)draft->directory->NumberOfFunctions++;
}

static void put_in(struct draft *draft, ULONG where)
{
    ULONG i, place, index;
    PVOID function;
    BOOLEAN there;

    for (i = 0; i < LEDGER_COUNT; i++) {
        if (!ledger_goes(&ledger[i], where)) continue;
        place = place_of(draft, ledger[i].name, &there);
        if (!there && ledger[i].original) continue; /* the system has none that ours could call */
        index = there ? draft->ordinals[place] : add_name(draft, place, ledger[i].name);
        function = reach_jump(draft->jumps, ledger[i].function);
        draft->functions[index] = offset_of(draft, function);
        draft->jumps += reach_jump_size;
    }
}

static SIZE_T jump_bytes(void)
{
    return ROUND_UP((SIZE_T)LEDGER_COUNT * reach_jump_size, PAGE);
}

static NTSTATUS fill(struct export_table *table, struct image *image, const struct exports *exports, SIZE_T table_bytes,
                     ULONG where)
{
    ULONG functions = exports->directory->NumberOfFunctions + LEDGER_COUNT;
    ULONG names = exports->directory->NumberOfNames + LEDGER_COUNT;
    BYTE *tables = (BYTE *)table->block + jump_bytes();
    struct draft draft = { .base = image->base, .jumps = table->block };
    DWORD before;

    draft.directory = (IMAGE_EXPORT_DIRECTORY *)tables;
    draft.functions = (ULONG *)(draft.directory + 1);
    draft.names = draft.functions + functions;
    draft.ordinals = (USHORT *)(draft.names + names);
    draft.strings = (char *)(draft.ordinals + names);
    copy(&draft, image, exports);
    put_in(&draft, where);
    table->after.VirtualAddress = offset_of(&draft, tables);
    table->after.Size = (ULONG)(draft.strings - (char *)tables);
    if (jump_bytes() && !VirtualProtect(table->block, jump_bytes(), PAGE_EXECUTE_READ, &before)) return STATUS_ACCESS_DENIED;
    return VirtualProtect(tables, table_bytes, PAGE_READONLY, &before) ? STATUS_SUCCESS : STATUS_ACCESS_DENIED;
}

NTSTATUS export_table_build(HMODULE module, ULONG where, struct export_table *table)
{
    struct exports exports;
    struct image image;
    SIZE_T strings, bytes;
    NTSTATUS status;

    if (!image_open(module, &image)) return STATUS_INVALID_IMAGE_FORMAT;
    table->entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_EXPORT);
    /* Aligned, or it could not be switched in one store. */
    if (!table->entry || (ULONG_PTR)table->entry % sizeof(ULONG64)) return STATUS_INVALID_IMAGE_FORMAT;
    table->before = *table->entry;
    if (!read_exports(&image, &table->before, &exports)) return STATUS_INVALID_IMAGE_FORMAT;
    if (!(strings = string_bytes(&image, &exports))) return STATUS_INVALID_IMAGE_FORMAT;

    bytes = sizeof(IMAGE_EXPORT_DIRECTORY) + strings + (exports.directory->NumberOfFunctions + LEDGER_COUNT) * sizeof(ULONG)
            + (exports.directory->NumberOfNames + LEDGER_COUNT) * (sizeof(ULONG) + sizeof(USHORT));
    table->block = reach_allocate(image.base, jump_bytes() + bytes);
    if (!table->block) return STATUS_NO_MEMORY;
    status = fill(table, &image, &exports, bytes, where);
    if (!NT_SUCCESS(status)) export_table_free(table);
    return status;
}

NTSTATUS export_table_use(const struct export_table *table, BOOLEAN new)
{
    union {
        IMAGE_DATA_DIRECTORY entry;
        ULONG64 word;
    } value = { new ? table->after : table->before };
    DWORD before;

    if (!VirtualProtect(table->entry, sizeof *table->entry, PAGE_READWRITE, &before)) return STATUS_ACCESS_DENIED;
    __atomic_store_n((ULONG64 *)table->entry, value.word, __ATOMIC_RELEASE);
    VirtualProtect(table->entry, sizeof *table->entry, before, &before);
    return STATUS_SUCCESS;
}

void export_table_free(struct export_table *table)
{
    if (table->block) VirtualFree(table->block, 0, MEM_RELEASE);
    table->block = NULL;
}
