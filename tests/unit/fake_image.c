/* SPDX-License-Identifier: MIT */
#include "fake_image.h"
#include "inject/hooks/hooks.h"

#include <sanitizer/asan_interface.h>
#include <string.h>

enum { EXPORTS = 0x1000, FIRST_ORDINAL = 5 };

_Alignas(0x10000) static BYTE arena[FAKE_ARENA_SIZE];

static DWORD protection;
static ULONG hidden;  /* of the arena's 64 KiB regions, from 1; 0: none */

ULONG fake_image_questions;

void fake_image_no_neighbour(void)
{
    ASAN_POISON_MEMORY_REGION(arena + FAKE_IMAGE_SIZE, FAKE_ARENA_SIZE - FAKE_IMAGE_SIZE);
}

IMAGE_NT_HEADERS *fake_image_headers(void)
{
    return (IMAGE_NT_HEADERS *)(arena + ((IMAGE_DOS_HEADER *)arena)->e_lfanew);
}

BYTE *fake_image(ULONG headers)
{
    IMAGE_NT_HEADERS *nt;

    regions_forget();
    hidden = 0;
    protection = PAGE_READONLY;
    memset(arena, 0, FAKE_IMAGE_SIZE);
    fake_image_no_neighbour();
    ((IMAGE_DOS_HEADER *)arena)->e_magic = IMAGE_DOS_SIGNATURE;
    ((IMAGE_DOS_HEADER *)arena)->e_lfanew = headers;
    nt = fake_image_headers();
    nt->Signature = IMAGE_NT_SIGNATURE;
    nt->OptionalHeader.Magic = IMAGE_NT_OPTIONAL_HDR_MAGIC;
    nt->OptionalHeader.SizeOfImage = FAKE_IMAGE_SIZE;
    nt->OptionalHeader.NumberOfRvaAndSizes = IMAGE_NUMBEROF_DIRECTORY_ENTRIES;
    return arena;
}

IMAGE_DATA_DIRECTORY *fake_image_export_entry(void)
{
    return &fake_image_headers()->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
}

static ULONG put_string(ULONG *end, const char *string)
{
    ULONG at = *end;

    strcpy((char *)arena + at, string);
    *end += strlen(string) + 1;
    return at;
}

IMAGE_EXPORT_DIRECTORY *fake_image_export(const struct fake_export *exports, ULONG count, ULONG functions)
{
    IMAGE_EXPORT_DIRECTORY *directory = (IMAGE_EXPORT_DIRECTORY *)(arena + EXPORTS);
    ULONG *function = (ULONG *)(directory + 1), *name = function + functions, i;
    USHORT *ordinal = (USHORT *)(name + count);
    ULONG end = (ULONG)((BYTE *)(ordinal + count) - arena);

    *directory = (IMAGE_EXPORT_DIRECTORY){ .TimeDateStamp = 0x12345678, .Base = FIRST_ORDINAL,
                                            .NumberOfFunctions = functions };
    directory->AddressOfFunctions = (ULONG)((BYTE *)function - arena);
    directory->AddressOfNames = (ULONG)((BYTE *)name - arena);
    directory->AddressOfNameOrdinals = (ULONG)((BYTE *)ordinal - arena);
    directory->Name = put_string(&end, "fake.dll");
    for (i = 0; i < count; i++) {
        function[i] = exports[i].forwarder ? put_string(&end, exports[i].forwarder) : exports[i].offset;
        if (!exports[i].name) continue;
        name[directory->NumberOfNames] = put_string(&end, exports[i].name);
        ordinal[directory->NumberOfNames++] = (USHORT)i;
    }
    *fake_image_export_entry() = (IMAGE_DATA_DIRECTORY){ EXPORTS, end - EXPORTS };
    return directory;
}

BYTE *fake_image_neighbour(SIZE_T size)
{
    BYTE *block = arena + FAKE_ARENA_SIZE - ((size + 7) & ~(SIZE_T)7);

    fake_image_no_neighbour();
    if (block < arena + FAKE_IMAGE_SIZE) return NULL;
    ASAN_UNPOISON_MEMORY_REGION(block, size);
    memset(block, 0, size);
    return block;
}

void fake_image_protect(DWORD by)
{
    regions_forget();
    protection = by;
}

void fake_image_hide(ULONG offset)
{
    regions_forget();
    hidden = offset / 0x10000 + 1;
}

SIZE_T WINAPI VirtualQuery(LPCVOID at, PMEMORY_BASIC_INFORMATION info, SIZE_T size)
{
    BYTE *region = (BYTE *)((ULONG_PTR)at & ~(ULONG_PTR)0xffff);

    fake_image_questions++;
    memset(info, 0, size);
    info->BaseAddress = region;
    info->RegionSize = 0x10000;
    info->State = MEM_COMMIT;
    info->Protect = hidden && region == arena + (hidden - 1) * 0x10000 ? PAGE_NOACCESS : protection;
    return size;
}
