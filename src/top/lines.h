/* SPDX-License-Identifier: MIT */
/* A page of plain lines, for where there is no screen. */
#ifndef CYCLETIME_LINES_H
#define CYCLETIME_LINES_H

#include "rows.h"
#include "text.h"

/* With a tree, that of all processes that are selected; else the busiest processes and threads. ROWS have room for the
   burns. */
void lines_add(struct text *text, const struct difference *difference, const struct selection *selection,
               struct rows *rows);

#endif
