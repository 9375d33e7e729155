/* SPDX-License-Identifier: MIT */
#include "tools/top/view.h"

/* The place AT of a bar of WIDTH stands for a part of the processor's cycles. */
static void draw_place(const struct processor_rate *rate, struct grid *grid, int at, int width)
{
    static const struct {
        enum processor_part part;
        char mark;
        enum colour colour;
    } marks[] = { { PART_BUSY, '|', COLOUR_BUSY },
                  { PART_DPC, 'D', COLOUR_DPC },
                  { PART_INTERRUPT, 'I', COLOUR_INTERRUPT },
                  { PART_IDLE, '.', COLOUR_DIM } };
    const uint64_t point = rate->cycles / width * at + rate->cycles / width / 2;
    uint64_t end = rate->part[PART_BUSY];
    int i = 0;

    if (!rate->has_idle || !rate->cycles) {
        grid_put(grid, COLOUR_DIM, '?');
        return;
    }
    while (point >= end && marks[i].part != PART_IDLE) end += rate->part[marks[++i].part];
    grid_put(grid, marks[i].colour, marks[i].mark);
}

/* The processor's number, its bar, and what it was busy, in percent. */
static void draw_bar(const struct interval *interval, struct grid *grid, size_t index, int width)
{
    const struct processor_rate *rate = &interval->processors[index];
    int i;

    if (interval->processors[interval->processor_count - 1].group)
        grid_print(grid, COLOUR_PLAIN, "%2u:%02u [", rate->group, rate->number);
    else grid_print(grid, COLOUR_PLAIN, "%5u [", rate->number);
    for (i = 0; i < width; i++) draw_place(rate, grid, i, width);
    grid_print(grid, COLOUR_PLAIN, "]");
    grid_print_figure(grid, 6, rate->has_idle, share_percent(interval_part(rate, PART_BUSY)));
}

enum { FULL_FIXED = 6 + 2 + 4 * 6 + 3 * 6, FULL_BAR = 100, BRIEF = 25, BRIEF_BAR = 10 };

static int draw_all_full(const struct interval *interval, struct grid *grid, int row)
{
    const int room = grid->width - FULL_FIXED, width = room < 4 ? 4 : room > FULL_BAR ? FULL_BAR : room;
    struct share share;
    size_t i;
    int part;

    grid_fill(grid, row++, COLOUR_HEAD);
    grid_print(grid, COLOUR_HEAD, "%5s %-*s%6s%6s%6s%6s%6s%6s%6s", "CPU", width + 2, " % of its cycles", "busy", "idle",
               "DPC", "int.", "C1", "C2", "C3");
    for (i = 0; i < interval->processor_count; i++) {
        grid_move(grid, row++, 0);
        draw_bar(interval, grid, i, width);
        for (part = PART_IDLE; part < PARTS; part++) {
            share = interval_part(&interval->processors[i], part);
            grid_print_figure(grid, 6, share.is_known, share_percent(share));
        }
    }
    return row;
}

static void draw_rest(const struct interval *interval, struct grid *grid, size_t first)
{
    struct share busy = { 0 };
    size_t i;

    for (i = first; i < interval->processor_count; i++) {
        if (!interval->processors[i].has_idle) continue;
        busy.part += interval->processors[i].part[PART_BUSY];
        busy.whole += interval->processors[i].cycles;
    }
    grid_print(grid, COLOUR_PLAIN, " %zu more, busy", interval->processor_count - first);
    grid_print_figure(grid, 6, busy.whole, share_percent(busy));
}

/* Several processors share a row. Where they do not fit even so, the last place sums up those that are left. */
static int draw_all_brief(const struct interval *interval, struct grid *grid, int row, int rows)
{
    const size_t count = interval->processor_count, columns = grid->width < BRIEF ? 1 : grid->width / BRIEF,
                 places = columns * rows, shown = count < places ? count : places;
    size_t i;

    grid_fill(grid, row++, COLOUR_HEAD);
    grid_print(grid, COLOUR_HEAD, "%5s  %% of its cycles; busy", "CPU");
    for (i = 0; i < shown; i++) {
        grid_move(grid, row + (int)(i / columns), (int)(i % columns) * BRIEF);
        if (count > places && i + 1 == places) draw_rest(interval, grid, i);
        else draw_bar(interval, grid, i, BRIEF_BAR);
    }
    return row + (int)((shown + columns - 1) / columns);
}

int bars_draw(const struct interval *interval, struct grid *grid, int row)
{
    const int rows = grid->height < 10 ? 2 : (grid->height - 6) / 2;

    if (interval->processor_count <= (size_t)rows) return draw_all_full(interval, grid, row);
    return draw_all_brief(interval, grid, row, rows);
}
