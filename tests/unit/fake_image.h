/* SPDX-License-Identifier: MIT */
/* A small PE image of this machine's word size. Reading behind it is a sanitizer's business. */
#ifndef CYCLETIME_UNIT_FAKE_IMAGE_H
#define CYCLETIME_UNIT_FAKE_IMAGE_H

#include "inject/hooks/image.h"

enum { FAKE_IMAGE_SIZE = 0x80000, FAKE_ARENA_SIZE = 0x200000 };

struct fake_export {
    const char *name;       /* NULL: by ordinal only */
    ULONG offset;
    const char *forwarder;  /* NULL: the offset is the function's */
};

/* An image without exports; its headers begin at HEADERS. There is one at a time. */
BYTE *fake_image(ULONG headers);
IMAGE_NT_HEADERS *fake_image_headers(void);

/* Gives it the exports, whose names come sorted, in the order of their ordinals; more than there are functions listed:
   FUNCTIONS in all. */
IMAGE_EXPORT_DIRECTORY *fake_image_export(const struct fake_export *exports, ULONG count, ULONG functions);
IMAGE_DATA_DIRECTORY *fake_image_export_entry(void);

/* Sets the protection that the image has; fake_image makes it readable only. */
void fake_image_protect(DWORD protection);

/* Makes the 64 KiB with that offset unreadable. */
void fake_image_hide(ULONG offset);

/* How many regions the system was asked for. */
extern ULONG fake_image_questions;

/* Memory that ends where the sanitizer's does, SIZE bytes, above the image. */
BYTE *fake_image_neighbour(SIZE_T size);
void fake_image_no_neighbour(void);

#endif
