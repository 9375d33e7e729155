/* SPDX-License-Identifier: MIT */
/* The screen as characters. */
#ifndef CYCLETIME_GRID_H
#define CYCLETIME_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum colour { COLOUR_PLAIN, COLOUR_DIM, COLOUR_HEAD, COLOUR_BUSY, COLOUR_DPC, COLOUR_INTERRUPT };

struct cell {
    uint16_t character; /* one column wide */
    uint8_t colour;
};

struct grid {
    struct cell *cells; /* rows of WIDTH */
    int width, height;
};

/* What lies outside is left out. */
void grid_put(struct grid *grid, int row, int column, enum colour colour, uint16_t character);
void grid_fill(struct grid *grid, int row, enum colour colour);

/* These return the column behind what they wrote. */
int grid_print(struct grid *grid, int row, int column, enum colour colour, const char *format, ...);
int grid_print_percent(struct grid *grid, int row, int column, int width, bool known, uint64_t part, uint64_t whole);

/* A text in UTF-16, up to the column END: a column for each of its units. */
int grid_print_text(struct grid *grid, int row, int column, int end, enum colour colour, const uint16_t *text,
                    size_t length);

#endif
