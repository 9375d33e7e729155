/* SPDX-License-Identifier: MIT */
#include "view.h"

static char mark_of(const struct processor_rate *rate, int at, int width)
{
    const uint64_t point = rate->cycles / width * at + rate->cycles / width / 2;

    if (!rate->has_idle || !rate->cycles) return '?';
    if (point < rate->busy) return '|';
    if (point < rate->busy + rate->dpc) return 'D';
    return point < rate->busy + rate->dpc + rate->interrupt ? 'I' : '.';
}

static enum colour colour_of(char mark)
{
    switch (mark) {
    case '|': return COLOUR_BUSY;
    case 'D': return COLOUR_DPC;
    case 'I': return COLOUR_INTERRUPT;
    default: return COLOUR_DIM;
    }
}

static int draw_bar(struct grid *grid, int row, int column, int width, const struct processor_rate *rate)
{
    char mark;
    int i;

    column = grid_print(grid, row, column, COLOUR_PLAIN, "[");
    for (i = 0; i < width; i++) {
        mark = mark_of(rate, i, width);
        grid_put(grid, row, column++, colour_of(mark), mark);
    }
    return grid_print(grid, row, column, COLOUR_PLAIN, "]");
}

static int draw_number(const struct difference *difference, struct grid *grid, int row, int column, size_t index)
{
    const struct processor_rate *rate = &difference->processors[index];

    if (!difference->processors[difference->processor_count - 1].group)
        return grid_print(grid, row, column, COLOUR_PLAIN, "%5u ", rate->number);
    return grid_print(grid, row, column, COLOUR_PLAIN, "%2u:%02u ", rate->group, rate->number);
}

enum { FULL_FIXED = 6 + 2 + 4 * 6 + 3 * 6, FULL_BAR = 100, BRIEF = 25, BRIEF_BAR = 10 };

static int bar_width(const struct grid *grid)
{
    const int width = grid->width - FULL_FIXED;

    if (width < 4) return 4;
    return width > FULL_BAR ? FULL_BAR : width;
}

static void draw_full(const struct difference *difference, struct grid *grid, int row, size_t index)
{
    const struct processor_rate *rate = &difference->processors[index];
    int column = draw_number(difference, grid, row, 0, index), i;

    column = draw_bar(grid, row, column, bar_width(grid), rate);
    column = grid_print_percent(grid, row, column, 6, rate->has_idle, rate->busy, rate->cycles);
    column = grid_print_percent(grid, row, column, 6, rate->has_idle, rate->idle, rate->cycles);
    column = grid_print_percent(grid, row, column, 6, rate->has_system, rate->dpc, rate->cycles);
    column = grid_print_percent(grid, row, column, 6, rate->has_system, rate->interrupt, rate->cycles);
    for (i = 0; i < SAMPLE_STATES; i++)
        column = grid_print_percent(grid, row, column, 6, rate->has_states, rate->state_time[i], rate->elapsed);
}

static void draw_full_head(struct grid *grid, int row)
{
    grid_fill(grid, row, COLOUR_HEAD);
    grid_print(grid, row, 0, COLOUR_HEAD, "%5s %-*s%6s%6s%6s%6s%6s%6s%6s", "CPU", bar_width(grid) + 2, " % of its cycles",
               "busy", "idle", "DPC", "int.", "C1", "C2", "C3");
}

static int draw_all_full(const struct difference *difference, struct grid *grid, int row)
{
    size_t i;

    draw_full_head(grid, row++);
    for (i = 0; i < difference->processor_count; i++) draw_full(difference, grid, row++, i);
    return row;
}

static void draw_rest(const struct difference *difference, struct grid *grid, int row, int column, size_t first)
{
    uint64_t busy = 0, cycles = 0;
    size_t i;

    for (i = first; i < difference->processor_count; i++) {
        if (!difference->processors[i].has_idle) continue;
        busy += difference->processors[i].busy;
        cycles += difference->processors[i].cycles;
    }
    column = grid_print(grid, row, column, COLOUR_PLAIN, " %zu more, busy", difference->processor_count - first);
    grid_print_percent(grid, row, column, 6, cycles, busy, cycles);
}

/* Many side by side; where even they are too many, the last place sums up the others. */
static int draw_all_brief(const struct difference *difference, struct grid *grid, int row, int rows)
{
    const size_t count = difference->processor_count;
    const int columns = grid->width < BRIEF ? 1 : grid->width / BRIEF;
    const size_t places = (size_t)columns * rows;
    int column, end;
    size_t i;

    grid_fill(grid, row, COLOUR_HEAD);
    grid_print(grid, row, 0, COLOUR_HEAD, "%5s  %% of its cycles; busy", "CPU");
    for (i = 0; i < count && i < places; i++) {
        end = row + 1 + (int)i / columns, column = (int)i % columns * BRIEF;
        if (count > places && i + 1 == places) {
            draw_rest(difference, grid, end, column, i);
            break;
        }
        column = draw_bar(grid, end, draw_number(difference, grid, end, column, i), BRIEF_BAR, &difference->processors[i]);
        grid_print_percent(grid, end, column, 6, difference->processors[i].has_idle, difference->processors[i].busy,
                           difference->processors[i].cycles);
    }
    return row + 1 + (int)(((count < places ? count : places) + columns - 1) / columns);
}

int bars_draw(const struct difference *difference, struct grid *grid, int row)
{
    const int rows = grid->height < 10 ? 2 : (grid->height - 6) / 2;

    if (difference->processor_count <= (size_t)rows) return draw_all_full(difference, grid, row);
    return draw_all_brief(difference, grid, row, rows);
}
