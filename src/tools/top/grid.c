/* SPDX-License-Identifier: MIT */
#include "tools/top/grid.h"

#include <stdarg.h>
#include <stdio.h>

void grid_move(struct grid *grid, int row, int column)
{
    grid->row = row;
    grid->column = column;
}

void grid_put(struct grid *grid, enum colour colour, uint16_t character)
{
    const int column = grid->column++;

    if (grid->row < 0 || grid->row >= grid->height || column < 0 || column >= grid->width) return;
    grid->cells[grid->row * grid->width + column] = (struct cell){ character, colour };
}

void grid_fill(struct grid *grid, int row, enum colour colour)
{
    grid_move(grid, row, 0);
    while (grid->column < grid->width) grid_put(grid, colour, ' ');
    grid->column = 0;
}

void grid_print(struct grid *grid, enum colour colour, const char *format, ...)
{
    char line[256], *at;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (at = line; *at; at++) grid_put(grid, colour, *at);
}

void grid_print_figure(struct grid *grid, int width, bool is_known, double figure)
{
    if (is_known) grid_print(grid, COLOUR_PLAIN, "%*.1f", width, figure);
    else grid_print(grid, COLOUR_DIM, "%*s", width, "-");
}

/* Characters that take two columns or none, or that turn the direction of the line, are not shown. */
static uint16_t narrow_unit(uint16_t unit)
{
    if (unit >= 0x20 && unit < 0x7f) return unit;
    if (unit >= 0xa1 && unit < 0x300 && unit != 0xad) return unit;
    if (unit >= 0x370 && unit < 0x530 && (unit < 0x483 || unit > 0x489)) return unit;
    return '?';
}

void grid_print_text(struct grid *grid, int end, enum colour colour, const uint16_t *text, size_t length)
{
    for (; length && grid->column < end; length--) grid_put(grid, colour, narrow_unit(*text++));
}
