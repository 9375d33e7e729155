/* SPDX-License-Identifier: MIT */
/* The screen, and what keys change in it. */
#ifndef CYCLETIME_VIEW_H
#define CYCLETIME_VIEW_H

#include "grid.h"
#include "rows.h"

enum key {
    KEY_NONE,
    KEY_CHARACTER,
    KEY_ENTER,
    KEY_ESCAPE,
    KEY_BACK, /* takes a character away */
    KEY_UP,
    KEY_DOWN,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_HOME,
    KEY_SIZE
};

struct press {
    enum key key;
    uint16_t character; /* of KEY_CHARACTER */
};

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

void view_press(struct view *view, struct press press);

/* The processors, a bar for each, from ROW on, at most on half of the screen. Returns the row behind them. */
int bars_draw(const struct difference *difference, struct grid *grid, int row);

/* Whether command lines are on the screen, which is WIDTH wide. */
bool view_shows_commands(const struct view *view, int width);

/* The other way round; where it is then as the width has it, it goes with the width again. */
void view_switch_commands(struct view *view);

/* ROWS have room for the burns. */
void view_draw(struct view *view, const struct difference *difference, struct rows *rows, struct grid *grid);

#endif
