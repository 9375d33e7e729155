/* SPDX-License-Identifier: MIT */
/* The screen, and what keys change in it. */
#ifndef CYCLETIME_VIEW_H
#define CYCLETIME_VIEW_H

#include "tools/top/grid.h"
#include "tools/top/rows.h"

enum commands { COMMANDS_BY_WIDTH, COMMANDS_SHOWN, COMMANDS_HIDDEN };

struct view {
    struct selection selection;
    enum order_key order;
    bool threads, paused, quit;
    bool tree;              /* of processes */
    bool typing;            /* a filter */
    enum commands commands; /* their lines */
    size_t skipped;         /* lines of the list above the screen */
    int page;               /* lines of the list, as drawn last */
    int width;              /* of the screen, then */
};

/* A key of Windows (VK_...), and the character that it stands for. */
void view_handle_key(struct view *view, uint16_t key, uint16_t character);

/* The processors, a bar for each, from ROW on, at most on half of the screen. Returns the row behind them. */
int bars_draw(const struct interval *interval, struct grid *grid, int row);

/* Whether command lines are on the screen, which is WIDTH wide. */
bool view_shows_commands(const struct view *view, int width);

/* Shows command lines if they are hidden, and hides them if they are shown; if that is what the width of the screen asks
   for, a change of the width changes it again. */
void view_switch_commands(struct view *view);

/* ROWS have room for the usages. */
void view_draw(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid);

#endif
