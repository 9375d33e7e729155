/* SPDX-License-Identifier: MIT */
#include "room.h"

enum { PAGE = 4096 };

static struct graft_room left[GRAFT_ROOMS];

void rooms_give(const struct graft_room rooms[GRAFT_ROOMS])
{
    memcpy(left, rooms, sizeof left);
}

void rooms_take_back(void)
{
    memset(left, 0, sizeof left);
}

PVOID room_allocate(ULONG_PTR lowest, ULONG_PTR highest, SIZE_T size)
{
    const SIZE_T pages = (size + PAGE - 1) & ~(SIZE_T)(PAGE - 1);
    struct graft_room *room;

    for (room = left; room < left + GRAFT_ROOMS; room++) {
        if (room->size < pages || room->at < lowest || room->at + size > highest) continue;
        room->at += pages;
        room->size -= pages;
        return (PVOID)(ULONG_PTR)(room->at - pages);
    }
    return NULL;
}
