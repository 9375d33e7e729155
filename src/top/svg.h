/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_SVG_H
#define CYCLETIME_SVG_H

#include "history.h"
#include "text.h"

/* A picture of what was seen, with nothing in it that must be run or fetched to view it. */
void svg_add(struct text *text, struct history *history);

#endif
