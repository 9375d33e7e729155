/* SPDX-License-Identifier: MIT */
/* Memory that was kept for the graft from before the program's DLLs, which may leave nothing that its offsets reach. */
#ifndef CYCLETIME_ROOM_H
#define CYCLETIME_ROOM_H

#include "../protocol/graft_request.h"

#include <windows.h>

/* Those of one request, while it is carried out. */
void rooms_give(const struct graft_room rooms[GRAFT_ROOMS]);
void rooms_take_back(void);

/* Memory from the beginning of a page, readable and writable, all of it from LOWEST on and below HIGHEST; it is not given
   back. NULL: there is no such room. */
PVOID room_allocate(ULONG_PTR lowest, ULONG_PTR highest, SIZE_T size);

#endif
