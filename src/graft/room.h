/* SPDX-License-Identifier: MIT */
/* Memory that was reserved for the graft before the program's DLLs were loaded: afterwards there may be none free that the
   graft's offsets can reach. */
#ifndef CYCLETIME_ROOM_H
#define CYCLETIME_ROOM_H

#include "../protocol/graft_request.h"

#include <windows.h>

/* Provides the memory that a graft request names, for as long as the request is carried out. */
void rooms_give(const struct graft_room rooms[GRAFT_ROOMS]);
void rooms_take_back(void);

/* Returns readable and writable memory that begins at a page and lies between LOWEST and HIGHEST; it is never freed. NULL:
   there is none. */
PVOID room_allocate(ULONG_PTR lowest, ULONG_PTR highest, SIZE_T size);

#endif
