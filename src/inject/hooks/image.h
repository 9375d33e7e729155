/* SPDX-License-Identifier: MIT */
/* A loaded PE image, read within its bounds and only where its memory can be read: some programs hide their headers. */
#ifndef CYCLETIME_HOOKS_IMAGE_H
#define CYCLETIME_HOOKS_IMAGE_H

#include <windows.h>

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

/* The string at the offset, or NULL if it does not end inside. */
const char *image_string(struct image *image, ULONG offset);

/* NULL: the image has none. */
IMAGE_DATA_DIRECTORY *image_directory(const struct image *image, ULONG index);

/* A module's exports. The arrays lie inside; their elements were not checked. */
struct image_exports {
    const IMAGE_DATA_DIRECTORY *entry;
    IMAGE_EXPORT_DIRECTORY *directory;
    ULONG *functions;
    const ULONG *names;
    const USHORT *ordinals;
};

/* FALSE: the image has no exports, or not all of their arrays can be read. */
BOOLEAN image_read_exports(struct image *image, struct image_exports *exports);

#endif
