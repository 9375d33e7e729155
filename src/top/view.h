/* SPDX-License-Identifier: MIT */
/* The screen as characters, and what keys change in it. */
#ifndef CYCLETIME_VIEW_H
#define CYCLETIME_VIEW_H

#include "order.h"

enum colour { COLOUR_PLAIN, COLOUR_DIM, COLOUR_HEAD, COLOUR_BUSY, COLOUR_DPC, COLOUR_INTERRUPT };

struct cell {
    uint16_t character; /* one column wide */
    uint8_t colour;
};

struct grid {
    struct cell *cells; /* rows of WIDTH */
    int width, height;
};

enum key {
    KEY_NONE,
    KEY_QUIT,
    KEY_PAUSE,
    KEY_SWITCH,
    KEY_CYCLES,
    KEY_USER,
    KEY_KERNEL,
    KEY_ID,
    KEY_NAME,
    KEY_UP,
    KEY_DOWN,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_HOME,
    KEY_SIZE
};

struct view {
    enum order_key order;
    bool threads, paused;
    size_t skipped;   /* lines of the list above the screen */
    uint32_t process; /* the only one; 0: all */
    int page;         /* lines of the list, as drawn last */
};

void view_press(struct view *view, enum key key);

/* ROOM is for as many as there are burns. */
void view_draw(struct view *view, const struct difference *difference, const struct burn **room, struct grid *grid);

#endif
