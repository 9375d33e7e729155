/* SPDX-License-Identifier: MIT */
/* Strings after a structure that points to them, in one buffer of the caller's. Without room they are only counted. */
#ifndef CYCLETIME_COUNTERS_PACK_H
#define CYCLETIME_COUNTERS_PACK_H

#include "counters/path.h"

struct pack {
    BYTE *buffer;
    ULONG used, room;
    BOOLEAN is_wide;
};

/* The structure takes the first SIZE bytes. */
static inline struct pack pack_begin(PVOID buffer, ULONG room, ULONG size, BOOLEAN is_wide)
{
    return (struct pack){ buffer, size, buffer ? room : 0, is_wide };
}

/* The address of the string, which ends with a 0; NULL: there was no room. */
PVOID pack_text(struct pack *pack, struct text text);

/* The same for an element of a path; NULL also for an element that the path does not have. */
static inline PVOID pack_element(struct pack *pack, struct text text)
{
    return text.length ? pack_text(pack, text) : NULL;
}

static inline BOOLEAN pack_is_whole(const struct pack *pack)
{
    return pack->used <= pack->room;
}

#endif
