/* SPDX-License-Identifier: MIT */
/* Reads from a file's headers whether it is a Windows program, and of which kind. */
#ifndef CYCLETIME_COMMAND_IMAGE_H
#define CYCLETIME_COMMAND_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

enum image_kind {
    IMAGE_UNREADABLE,
    IMAGE_EMPTY,
    IMAGE_FOREIGN,
    IMAGE_CUT_OFF,
    IMAGE_OLD, /* for DOS or 16-bit Windows */
    IMAGE_PE
};

enum { IMAGE_I386 = 0x14c, IMAGE_AMD64 = 0x8664 };

struct image {
    enum image_kind kind;
    uint16_t machine; /* of an IMAGE_PE */
};

/* PATH leads to a regular file. */
struct image image_of(const char *path);

/* It begins with MZ. */
bool image_is_windows(struct image image);

#endif
