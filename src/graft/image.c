/* SPDX-License-Identifier: MIT */
#include "image.h"

BOOLEAN image_open(PVOID base, struct image *image)
{
    const IMAGE_DOS_HEADER *dos = base;
    IMAGE_NT_HEADERS *nt;

    if (dos->e_magic != IMAGE_DOS_SIGNATURE || (ULONG)dos->e_lfanew > 0x10000) return FALSE;
    nt = (IMAGE_NT_HEADERS *)((BYTE *)base + dos->e_lfanew);
    if (nt->Signature != IMAGE_NT_SIGNATURE || nt->OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR_MAGIC) return FALSE;
    image->base = base;
    image->size = nt->OptionalHeader.SizeOfImage;
    image->directories = nt->OptionalHeader.DataDirectory;
    image->directory_count = nt->OptionalHeader.NumberOfRvaAndSizes;
    return TRUE;
}

PVOID image_at(const struct image *image, ULONG offset, ULONG count, ULONG size)
{
    if (offset > image->size || count > (image->size - offset) / size) return NULL;
    return image->base + offset;
}

const char *image_string(const struct image *image, ULONG offset, ULONG *length)
{
    const char *string = (const char *)image->base + offset;
    ULONG i;

    for (i = 0; offset < image->size && i < image->size - offset; i++) {
        if (string[i]) continue;
        *length = i;
        return string;
    }
    return NULL;
}

IMAGE_DATA_DIRECTORY *image_directory(const struct image *image, ULONG index)
{
    if (index >= image->directory_count || !image->directories[index].VirtualAddress) return NULL;
    return &image->directories[index];
}
