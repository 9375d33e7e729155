/* SPDX-License-Identifier: MIT */
/* Reads the headers of a mapped PE image. Every offset is checked, as an image may be damaged. */
#include "inject/hooks/image.h"
#include "inject/hooks/hooks.h"

static BOOLEAN can_read(struct image *image, const BYTE *at, SIZE_T size)
{
    const DWORD none = PAGE_NOACCESS | PAGE_EXECUTE | PAGE_GUARD;
    const MEMORY_BASIC_INFORMATION *info;
    const BYTE *end;

    if (at >= image->begin && at < image->end && size <= (SIZE_T)(image->end - at)) return TRUE;
    for (end = at; (SIZE_T)(end - at) < size; end = (const BYTE *)info->BaseAddress + info->RegionSize) {
        info = region_at(end);
        if (!info || info->State != MEM_COMMIT || !info->Protect || info->Protect & none) return FALSE;
    }
    image->begin = at;
    image->end = end;
    return TRUE;
}

BOOLEAN image_open(PVOID base, struct image *image)
{
    const SIZE_T room = ~(SIZE_T)0 - (SIZE_T)base;
    const IMAGE_DOS_HEADER *dos = base;
    IMAGE_NT_HEADERS *nt;

    image->begin = image->end = NULL;
    if (!can_read(image, base, sizeof *dos)) return FALSE;
    if (dos->e_magic != IMAGE_DOS_SIGNATURE || (ULONG)dos->e_lfanew > 0x10000) return FALSE;
    nt = (IMAGE_NT_HEADERS *)((BYTE *)base + dos->e_lfanew);
    if (!can_read(image, (BYTE *)nt, sizeof *nt)) return FALSE;
    if (nt->Signature != IMAGE_NT_SIGNATURE || nt->OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR_MAGIC) return FALSE;
    image->base = base;
    image->size = nt->OptionalHeader.SizeOfImage;
    if (image->size > room) image->size = (ULONG)room; /* a damaged size may exceed the end of 32-bit addresses */
    image->directories = nt->OptionalHeader.DataDirectory;
    image->directory_count = nt->OptionalHeader.NumberOfRvaAndSizes;
    return TRUE;
}

PVOID image_at(struct image *image, ULONG offset, ULONG count, ULONG size)
{
    if (offset > image->size || count > (image->size - offset) / size) return NULL;
    return can_read(image, image->base + offset, (SIZE_T)count * size) ? image->base + offset : NULL;
}

const char *image_string(struct image *image, ULONG offset)
{
    const BYTE *string, *end, *at, *stop;

    if (offset >= image->size) return NULL;
    string = image->base + offset;
    end = image->base + image->size;
    for (at = string; at < end && can_read(image, at, 1); at = stop) {
        stop = image->end < end ? image->end : end;
        while (at < stop && *at) at++;
        if (at < stop) return (const char *)string;
    }
    return NULL;
}

IMAGE_DATA_DIRECTORY *image_directory(const struct image *image, ULONG index)
{
    if (index >= image->directory_count || !image->directories[index].VirtualAddress) return NULL;
    return &image->directories[index];
}

BOOLEAN image_read_exports(struct image *image, struct image_exports *exports)
{
    IMAGE_EXPORT_DIRECTORY *directory;

    if (!(exports->entry = image_directory(image, IMAGE_DIRECTORY_ENTRY_EXPORT))) return FALSE;
    if (!(directory = image_at(image, exports->entry->VirtualAddress, 1, sizeof *directory))) return FALSE;
    exports->directory = directory;
    exports->functions = image_at(image, directory->AddressOfFunctions, directory->NumberOfFunctions, sizeof(ULONG));
    exports->names = image_at(image, directory->AddressOfNames, directory->NumberOfNames, sizeof(ULONG));
    exports->ordinals = image_at(image, directory->AddressOfNameOrdinals, directory->NumberOfNames, sizeof(USHORT));
    return exports->functions && exports->names && exports->ordinals;
}
