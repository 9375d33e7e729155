/* SPDX-License-Identifier: MIT */
/* The processors on the screen: a bar for each. */
#ifndef CYCLETIME_BARS_H
#define CYCLETIME_BARS_H

#include "difference.h"
#include "grid.h"

/* From ROW on, at most half of the screen. Returns the row behind them. */
int bars_draw(const struct difference *difference, struct grid *grid, int row);

#endif
