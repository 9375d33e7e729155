/* SPDX-License-Identifier: MIT */
/* A screen of characters, filled before it is shown, and the bars of processors in it. */
#include "tools/top/screen.h"

void grid_move(struct grid *grid, int row, int column)
{
    grid->row = row;
    grid->column = column;
}

static void grid_put(struct grid *grid, enum colour colour, uint16_t character)
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

/* Characters that take no column or two, or that turn the direction of the line, are shown as question marks. */
void grid_print_text(struct grid *grid, int end, enum colour colour, const uint16_t *text, size_t length)
{
    bool is_narrow;
    uint16_t unit;

    for (; length && grid->column < end; length--) {
        unit = *text++;
        is_narrow = (unit >= 0x20 && unit < 0x7f) || (unit >= 0xa1 && unit < 0x300 && unit != 0xad)
                    || (unit >= 0x370 && unit < 0x530 && (unit < 0x483 || unit > 0x489));
        grid_put(grid, colour, is_narrow ? unit : '?');
    }
}

/* Each place of the bar stands for a part of the processor's cycles. */
static void draw_bar(const struct interval *interval, struct grid *grid, size_t index, int width)
{
    static const struct {
        enum processor_part part;
        char mark;
        enum colour colour;
    } marks[] = { { PART_BUSY, '|', COLOUR_BUSY },
                  { PART_DPC, 'D', COLOUR_DPC },
                  { PART_INTERRUPT, 'I', COLOUR_INTERRUPT },
                  { PART_IDLE, '.', COLOUR_DIM } };
    const struct processor_rate *rate = &interval->processors[index];
    const uint64_t step = rate->cycles / width;
    uint64_t end = rate->part[PART_BUSY];
    int i, mark = 0;

    if (interval->processors[interval->processor_count - 1].group)
        grid_print(grid, COLOUR_PLAIN, "%2u:%02u [", rate->group, rate->number);
    else grid_print(grid, COLOUR_PLAIN, "%5u [", rate->number);
    for (i = 0; i < width; i++) {
        if (!rate->has_idle || !rate->cycles) {
            grid_put(grid, COLOUR_DIM, '?');
            continue;
        }
        while (step * i + step / 2 >= end && marks[mark].part != PART_IDLE) end += rate->part[marks[++mark].part];
        grid_put(grid, marks[mark].colour, marks[mark].mark);
    }
    grid_print(grid, COLOUR_PLAIN, "]");
    grid_print_figure(grid, 6, rate->has_idle, interval_percent(interval_part(rate, PART_BUSY)));
}

enum { FULL_FIXED = 6 + 2 + 4 * 6 + 3 * 6, FULL_BAR = 100, BRIEF = 25, BRIEF_BAR = 10 };

/* Several processors share a row. If they still do not fit, the last place has the sum of the remaining processors. */
static int draw_all_brief(const struct interval *interval, struct grid *grid, int row, int rows)
{
    const size_t count = interval->processor_count, columns = grid->width < BRIEF ? 1 : grid->width / BRIEF,
                 places = columns * rows, shown = count < places ? count : places;
    struct share busy = { 0 };
    size_t i, rest;

    grid_fill(grid, row++, COLOUR_HEAD);
    grid_print(grid, COLOUR_HEAD, "%5s  %% of its cycles; busy", "CPU");
    for (i = 0; i < shown; i++) {
        grid_move(grid, row + (int)(i / columns), (int)(i % columns) * BRIEF);
        if (count <= places || i + 1 < places) {
            draw_bar(interval, grid, i, BRIEF_BAR);
            continue;
        }
        for (rest = i; rest < count; rest++) {
            if (!interval->processors[rest].has_idle) continue;
            busy.part += interval->processors[rest].part[PART_BUSY];
            busy.whole += interval->processors[rest].cycles;
        }
        grid_print(grid, COLOUR_PLAIN, " %zu more, busy", count - i);
        grid_print_figure(grid, 6, busy.whole, interval_percent(busy));
    }
    return row + (int)((shown + columns - 1) / columns);
}

int grid_draw_bars(const struct interval *interval, struct grid *grid, int row)
{
    const int rows = grid->height < 10 ? 2 : (grid->height - 6) / 2;
    const int room = grid->width - FULL_FIXED, width = room < 4 ? 4 : room > FULL_BAR ? FULL_BAR : room;
    struct share share;
    size_t i;
    int part;

    if (interval->processor_count > (size_t)rows) return draw_all_brief(interval, grid, row, rows);
    grid_fill(grid, row++, COLOUR_HEAD);
    grid_print(grid, COLOUR_HEAD, "%5s %-*s%6s%6s%6s%6s%6s%6s%6s", "CPU", width + 2, " % of its cycles", "busy", "idle",
               "DPC", "int.", "C1", "C2", "C3");
    for (i = 0; i < interval->processor_count; i++) {
        grid_move(grid, row++, 0);
        draw_bar(interval, grid, i, width);
        for (part = PART_IDLE; part < PARTS; part++) {
            share = interval_part(&interval->processors[i], part);
            grid_print_figure(grid, 6, share.is_known, interval_percent(share));
        }
    }
    return row;
}
