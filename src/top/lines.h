/* SPDX-License-Identifier: MIT */
/* A page of plain lines, for where there is no screen. */
#ifndef CYCLETIME_LINES_H
#define CYCLETIME_LINES_H

#include "difference.h"
#include "text.h"

/* PROCESS, if not 0, is the only one. ROOM is for as many as there are burns. */
void lines_add(struct text *text, const struct difference *difference, uint32_t process, const struct burn **room);

#endif
