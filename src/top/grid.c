/* SPDX-License-Identifier: MIT */
#include "grid.h"
#include "difference.h"

#include <stdarg.h>
#include <stdio.h>

void grid_put(struct grid *grid, int row, int column, enum colour colour, uint16_t character)
{
    if (row < 0 || row >= grid->height || column < 0 || column >= grid->width) return;
    grid->cells[row * grid->width + column] = (struct cell){ character, colour };
}

void grid_fill(struct grid *grid, int row, enum colour colour)
{
    int column;

    for (column = 0; column < grid->width; column++) grid_put(grid, row, column, colour, ' ');
}

int grid_print(struct grid *grid, int row, int column, enum colour colour, const char *format, ...)
{
    char line[256], *at;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (at = line; *at; at++) grid_put(grid, row, column++, colour, *at);
    return column;
}

/* A terminal needs two columns for some, none or the whole line's other direction for others: those are not shown. */
static uint16_t narrow(uint16_t unit)
{
    if (unit >= 0x20 && unit < 0x7f) return unit;
    if (unit >= 0xa1 && unit < 0x300 && unit != 0xad) return unit;
    if (unit >= 0x370 && unit < 0x530 && (unit < 0x483 || unit > 0x489)) return unit;
    return '?';
}

int grid_print_percent(struct grid *grid, int row, int column, int width, bool known, uint64_t part, uint64_t whole)
{
    if (!known) return grid_print(grid, row, column, COLOUR_DIM, "%*s", width, "-");
    return grid_print(grid, row, column, COLOUR_PLAIN, "%*.1f", width, difference_percent(part, whole));
}

int grid_print_text(struct grid *grid, int row, int column, int end, enum colour colour, const uint16_t *text,
                    size_t length)
{
    size_t i;

    for (i = 0; i < length && column < end; i++) grid_put(grid, row, column++, colour, narrow(text[i]));
    return column;
}
