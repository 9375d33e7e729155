/* SPDX-License-Identifier: MIT */
#include "pe.h"

#include <stdlib.h>
#include <string.h>

static void *at(HMODULE module, DWORD offset)
{
    return (BYTE *)module + offset;
}

IMAGE_DATA_DIRECTORY *pe_directory(HMODULE module, unsigned index)
{
    IMAGE_NT_HEADERS *nt = at(module, ((IMAGE_DOS_HEADER *)module)->e_lfanew);

    return &nt->OptionalHeader.DataDirectory[index];
}

static const void *pointer_at(const BYTE *code)
{
    const void *pointer;

    memcpy(&pointer, code, sizeof pointer);
    return pointer;
}

/* Returns the function that a hooked system call leads to: our stub first moves its address. Otherwise returns CODE. */
static const BYTE *behind_system_call(const BYTE *code)
{
    const BYTE *called = NULL;
    UINT32 address;

    if (sizeof(void *) == 8 && !memcmp(code, "\x4c\x8b\xd1\xb8", 4) && !memcmp(code + 24, "\xff\x14\x25", 3)) {
        memcpy(&address, code + 27, sizeof address);
        called = *(const BYTE *const *)(ULONG_PTR)address;
        return !memcmp(called, "\x48\xb8", 2) ? pointer_at(called + 2) : code;
    }
    if (sizeof(void *) == 8 || code[0] != 0xb8) return code;
    if (code[5] == 0xba && !memcmp(code + 10, "\xff\xd2", 2)) called = pointer_at(code + 6);
    if (!memcmp(code + 5, "\x3e\xff\x15", 3)) called = *(const BYTE *const *)pointer_at(code + 8);
    return called && called[0] == 0xb8 && called[5] == 0xba ? pointer_at(called + 1) : code;
}

/* A jump reaches functions too far away for an export table's offsets. */
const void *pe_reached(const void *function)
{
    const BYTE *code = behind_system_call(function);
    INT32 distance;

    if (sizeof(void *) == 4 || memcmp(code, "\xff\x25", 2)) return code;
    memcpy(&distance, code + 2, sizeof distance);
    return pointer_at(code + 6 + distance);
}

/* The code can be copied: its instructions name no place relative to themselves. */
void *pe_copy_system_call(const void *function)
{
    enum { ENOUGH = 32 };
    const BYTE *code = function;
    BYTE *copy;

    if (!code || code[sizeof(void *) == 8 ? 3 : 0] != 0xb8) return NULL;  /* mov eax, number */
    if (!(copy = VirtualAlloc(NULL, ENOUGH, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE))) return NULL;
    memcpy(copy, code, ENOUGH);
    return copy;
}

DWORD pe_file_offset(HMODULE module, DWORD offset)
{
    const IMAGE_NT_HEADERS *nt = at(module, ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    const IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(nt);
    unsigned i;

    for (i = 0; i < nt->FileHeader.NumberOfSections; i++)
        if (offset - section[i].VirtualAddress < section[i].SizeOfRawData)
            return section[i].PointerToRawData + offset - section[i].VirtualAddress;
    return 0;
}

void pe_visit_imports(HMODULE module, pe_import_visitor visit, void *context)
{
    const IMAGE_DATA_DIRECTORY *entry = pe_directory(module, IMAGE_DIRECTORY_ENTRY_IMPORT);
    const IMAGE_IMPORT_DESCRIPTOR *import = at(module, entry->VirtualAddress);
    const IMAGE_THUNK_DATA *names;
    const char *name;
    PVOID *slot;
    size_t i;

    if (!entry->VirtualAddress) return;
    for (; import->Name && import->FirstThunk; import++) {
        slot = at(module, import->FirstThunk);
        names = import->OriginalFirstThunk ? at(module, import->OriginalFirstThunk) : NULL;
        for (i = 0; slot[i]; i++) {
            name = NULL;
            if (names && !IMAGE_SNAP_BY_ORDINAL(names[i].u1.Ordinal))
                name = (const char *)((IMAGE_IMPORT_BY_NAME *)at(module, (DWORD)names[i].u1.AddressOfData))->Name;
            visit(context, at(module, import->Name), name, &slot[i]);
        }
    }
}

struct wanted {
    const char *name, *from;
};

static void look(void *context, const char *from, const char *name, PVOID *slot)
{
    struct wanted *wanted = context;

    (void)slot;
    if (name && !strcmp(name, wanted->name)) wanted->from = from;
}

const char *pe_imports_from(HMODULE module, const char *name)
{
    struct wanted wanted = { name, NULL };

    pe_visit_imports(module, look, &wanted);
    return wanted.from;
}

IMAGE_EXPORT_DIRECTORY *pe_export_directory(HMODULE module)
{
    return at(module, pe_directory(module, IMAGE_DIRECTORY_ENTRY_EXPORT)->VirtualAddress);
}

struct pe_exports pe_read_exports(HMODULE module)
{
    const IMAGE_EXPORT_DIRECTORY *directory = pe_export_directory(module);
    const DWORD *names = at(module, directory->AddressOfNames);
    const WORD *ordinals = at(module, directory->AddressOfNameOrdinals);
    struct pe_exports exports = { directory->Base, directory->NumberOfFunctions, directory->NumberOfNames, NULL, NULL };
    DWORD i;

    exports.names = malloc(exports.name_count * sizeof *exports.names);
    exports.ordinals = malloc(exports.name_count * sizeof *exports.ordinals);
    for (i = 0; i < exports.name_count; i++) {
        exports.names[i] = at(module, names[i]);
        exports.ordinals[i] = (WORD)(exports.base + ordinals[i]);
    }
    return exports;
}
