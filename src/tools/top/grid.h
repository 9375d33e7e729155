/* SPDX-License-Identifier: MIT */
/* The screen as characters, and the position of the next one. */
#ifndef CYCLETIME_GRID_H
#define CYCLETIME_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The attributes of a Windows console. */
enum colour {
    COLOUR_PLAIN = 0x07,
    COLOUR_DIM = 0x08,
    COLOUR_HEAD = 0x70,
    COLOUR_BUSY = 0x0b,
    COLOUR_DPC = 0x0e,
    COLOUR_INTERRUPT = 0x0d
};

/* One column wide; laid out as CHAR_INFO. */
struct cell {
    uint16_t character, colour;
};

struct grid {
    struct cell *cells; /* rows of WIDTH */
    int width, height;
    int row, column; /* of the next character */
};

void grid_move(struct grid *grid, int row, int column);

/* Fills a row with blanks and moves to its start. */
void grid_fill(struct grid *grid, int row, enum colour colour);

/* These write to the right; what lies outside is left out. */
void grid_put(struct grid *grid, enum colour colour, uint16_t character);
void grid_print(struct grid *grid, enum colour colour, const char *format, ...);
void grid_print_figure(struct grid *grid, int width, bool is_known, double figure);

/* Writes a text in UTF-16, one column for each unit, and stops before the column END. */
void grid_print_text(struct grid *grid, int end, enum colour colour, const uint16_t *text, size_t length);

#endif
