/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdarg.h>
#include <stdio.h>

void view_press(struct view *view, enum key key)
{
    const size_t page = view->page > 1 ? view->page - 1 : 1;

    switch (key) {
    case KEY_PAUSE: view->paused = !view->paused; break;
    case KEY_SWITCH:
        view->threads = !view->threads;
        view->skipped = 0;
        break;
    case KEY_CYCLES: view->order = ORDER_CYCLES; break;
    case KEY_USER: view->order = ORDER_USER; break;
    case KEY_KERNEL: view->order = ORDER_KERNEL; break;
    case KEY_ID: view->order = ORDER_ID; break;
    case KEY_NAME: view->order = ORDER_NAME; break;
    case KEY_UP: view->skipped -= view->skipped > 0; break;
    case KEY_DOWN: view->skipped++; break;
    case KEY_PAGE_UP: view->skipped -= view->skipped < page ? view->skipped : page; break;
    case KEY_PAGE_DOWN: view->skipped += page; break;
    case KEY_HOME: view->skipped = 0; break;
    default: break;
    }
}

static void put(struct grid *grid, int row, int column, enum colour colour, uint16_t character)
{
    if (row < 0 || row >= grid->height || column < 0 || column >= grid->width) return;
    grid->cells[row * grid->width + column] = (struct cell){ character, colour };
}

static void fill(struct grid *grid, int row, enum colour colour)
{
    int column;

    for (column = 0; column < grid->width; column++) put(grid, row, column, colour, ' ');
}

/* Returns the column behind it. */
static int print(struct grid *grid, int row, int column, enum colour colour, const char *format, ...)
{
    char line[256], *at;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (at = line; *at; at++) put(grid, row, column++, colour, *at);
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

static int print_percent(struct grid *grid, int row, int column, int width, bool known, uint64_t part, uint64_t whole)
{
    if (!known) return print(grid, row, column, COLOUR_DIM, "%*s", width, "-");
    return print(grid, row, column, COLOUR_PLAIN, "%*.1f", width, difference_percent(part, whole));
}

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

    column = print(grid, row, column, COLOUR_PLAIN, "[");
    for (i = 0; i < width; i++) {
        mark = mark_of(rate, i, width);
        put(grid, row, column++, colour_of(mark), mark);
    }
    return print(grid, row, column, COLOUR_PLAIN, "]");
}

static int draw_number(const struct difference *difference, struct grid *grid, int row, int column, size_t index)
{
    const struct processor_rate *rate = &difference->processors[index];

    if (!difference->processors[difference->processor_count - 1].group)
        return print(grid, row, column, COLOUR_PLAIN, "%5u ", rate->number);
    return print(grid, row, column, COLOUR_PLAIN, "%2u:%02u ", rate->group, rate->number);
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
    column = print_percent(grid, row, column, 6, rate->has_idle, rate->busy, rate->cycles);
    column = print_percent(grid, row, column, 6, rate->has_idle, rate->idle, rate->cycles);
    column = print_percent(grid, row, column, 6, rate->has_system, rate->dpc, rate->cycles);
    column = print_percent(grid, row, column, 6, rate->has_system, rate->interrupt, rate->cycles);
    for (i = 0; i < SAMPLE_STATES; i++)
        column = print_percent(grid, row, column, 6, rate->has_states, rate->state_time[i], rate->elapsed);
}

static void draw_full_head(struct grid *grid, int row)
{
    fill(grid, row, COLOUR_HEAD);
    print(grid, row, 0, COLOUR_HEAD, "%5s %-*s%6s%6s%6s%6s%6s%6s%6s", "CPU", bar_width(grid) + 2, " % of its cycles", "busy",
          "idle", "DPC", "int.", "C1", "C2", "C3");
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
    column = print(grid, row, column, COLOUR_PLAIN, " %zu more, busy", difference->processor_count - first);
    print_percent(grid, row, column, 6, cycles, busy, cycles);
}

/* Many side by side; where even they are too many, the last place sums up the others. */
static int draw_all_brief(const struct difference *difference, struct grid *grid, int row, int rows)
{
    const size_t count = difference->processor_count;
    const int columns = grid->width < BRIEF ? 1 : grid->width / BRIEF;
    const size_t places = (size_t)columns * rows;
    int column, end;
    size_t i;

    fill(grid, row, COLOUR_HEAD);
    print(grid, row, 0, COLOUR_HEAD, "%5s  %% of its cycles; busy", "CPU");
    for (i = 0; i < count && i < places; i++) {
        end = row + 1 + (int)i / columns, column = (int)i % columns * BRIEF;
        if (count > places && i + 1 == places) {
            draw_rest(difference, grid, end, column, i);
            break;
        }
        column = draw_bar(grid, end, draw_number(difference, grid, end, column, i), BRIEF_BAR, &difference->processors[i]);
        print_percent(grid, end, column, 6, difference->processors[i].has_idle, difference->processors[i].busy,
                      difference->processors[i].cycles);
    }
    return row + 1 + (int)(((count < places ? count : places) + columns - 1) / columns);
}

/* At most half of the screen is theirs. */
static int draw_processors(const struct difference *difference, struct grid *grid, int row)
{
    const int rows = grid->height < 10 ? 2 : (grid->height - 6) / 2;

    if (difference->processor_count <= (size_t)rows) return draw_all_full(difference, grid, row);
    return draw_all_brief(difference, grid, row, rows);
}

static void draw_burn(const struct burn *burn, const struct difference *difference, struct grid *grid, int row)
{
    const uint64_t frequency = difference->frequency;
    int column = print(grid, row, 0, COLOUR_PLAIN, "%8lu", (unsigned long)burn->of->process);
    size_t i;

    if (burn->of->thread) column = print(grid, row, column, COLOUR_PLAIN, " %8lu", (unsigned long)burn->of->thread);
    else column = print(grid, row, column, COLOUR_DIM, " %8lu", (unsigned long)burn->of->threads);
    if (frequency && difference->elapsed)
        column = print(grid, row, column, COLOUR_PLAIN, " %10.1f", (double)burn->cycles * 10 / (double)difference->elapsed);
    else column = print(grid, row, column, COLOUR_DIM, " %10s", "-");
    column = print_percent(grid, row, column, 9, frequency, burn->cycles, difference->capacity);
    column = print_percent(grid, row, column, 9, frequency, difference_cycles(burn->user, frequency), difference->capacity);
    column =
        print_percent(grid, row, column, 9, frequency, difference_cycles(burn->kernel, frequency), difference->capacity);
    for (i = 0, column += 2; i < burn->of->name_length; i++)
        put(grid, row, column++, COLOUR_PLAIN, narrow(burn->of->name[i]));
}

static void draw_list(struct view *view, const struct difference *difference, const struct burn **room, struct grid *grid,
                      int row)
{
    static const char *const orders[] = {
        [ORDER_CYCLES] = "cycles", [ORDER_USER] = "user", [ORDER_KERNEL] = "kernel", [ORDER_ID] = "id", [ORDER_NAME] = "name"
    };
    const size_t count = order_burns(difference, view->threads, view->process, view->order, room);
    size_t i;

    fill(grid, row, COLOUR_HEAD);
    print(grid, row, 0, COLOUR_HEAD, "%8s %8s %10s %8s %8s %8s  name, by %s", "process",
          view->threads ? "thread" : "threads", "Mcycles/s", "share %", "user %", "kernel %", orders[view->order]);
    view->page = grid->height - row - 2;
    if (view->skipped >= count) view->skipped = count ? count - 1 : 0;
    for (i = view->skipped; i < count && ++row < grid->height - 1; i++) draw_burn(room[i], difference, grid, row);
}

static void draw_title(const struct view *view, const struct difference *difference, struct grid *grid)
{
    int column = print(grid, 0, 0, COLOUR_PLAIN, "%s: %zu processor%s", view->paused ? "PAUSED" : "cycletime top",
                       difference->processor_count, difference->processor_count == 1 ? "" : "s");

    if (difference->frequency)
        column = print(grid, 0, column, COLOUR_PLAIN, " at %.2f GHz", (double)difference->frequency / 1e9);
    print(grid, 0, column, COLOUR_PLAIN, ", %zu processes, %zu threads, %.2f s", difference->processes, difference->threads,
          (double)difference->elapsed / 1e7);
}

static void draw_keys(const struct view *view, struct grid *grid)
{
    fill(grid, grid->height - 1, COLOUR_HEAD);
    print(grid, grid->height - 1, 0, COLOUR_HEAD, "q quit  space pause  t %s  sort: c cycles u user k kernel i id n name",
          view->threads ? "processes" : "threads");
}

void view_draw(struct view *view, const struct difference *difference, const struct burn **room, struct grid *grid)
{
    int row;

    for (row = 0; row < grid->height; row++) fill(grid, row, COLOUR_PLAIN);
    draw_keys(view, grid);
    if (!difference->burn_count) {
        print(grid, 0, 0, COLOUR_PLAIN, "cycletime top: the first interval is under way");
        return;
    }
    draw_title(view, difference, grid);
    row = draw_processors(difference, grid, 1);
    draw_list(view, difference, room, grid, row);
}
