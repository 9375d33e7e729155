/* SPDX-License-Identifier: MIT */
#include "view.h"

/* The columns of figures; from a width of WIDE on both name and command line stand behind them. In less it is one of both,
   and few figures leave room for a command line, and where it is NARROW, for a name. */
enum { FIGURES = 57, NARROW = 72, WIDE = 120, NAME_LEAST = 24, LEVELS = 12 };

bool view_shows_commands(const struct view *view, int width)
{
    return view->commands == COMMANDS_BY_WIDTH ? width >= WIDE : view->commands == COMMANDS_SHOWN;
}

void view_switch_commands(struct view *view)
{
    const bool shown = !view_shows_commands(view, view->width);

    if (shown == (view->width >= WIDE)) view->commands = COMMANDS_BY_WIDTH;
    else view->commands = shown ? COMMANDS_SHOWN : COMMANDS_HIDDEN;
}

static bool has_few_figures(const struct view *view, const struct grid *grid)
{
    return grid->width < NARROW || (grid->width < WIDE && view_shows_commands(view, grid->width));
}

/* Where the name ends, and the command line begins. */
static int end_of_name(const struct view *view, const struct grid *grid)
{
    const int third = (grid->width - FIGURES) / 3;

    if (grid->width < WIDE || !view_shows_commands(view, grid->width)) return grid->width;
    return FIGURES + (third > NAME_LEAST ? third : NAME_LEAST);
}

/* Deep down, the levels at the top are left out. */
static int draw_lines(const struct row *row, struct grid *grid, int y, int column)
{
    int level = row->depth > LEVELS ? row->depth - LEVELS : 0;

    while (++level <= row->depth) column = grid_print(grid, y, column, COLOUR_DIM, "%s", row_branch(row, level));
    return column;
}

static int draw_job(const struct burner *of, struct grid *grid, int y, int column)
{
    if (!of->origin || of->origin->job == JOB_UNTOLD) return grid_print(grid, y, column, COLOUR_DIM, " %4s", "-");
    if (of->origin->job == JOB_NONE) return grid_print(grid, y, column, COLOUR_DIM, " %4s", "");
    return grid_print(grid, y, column, COLOUR_PLAIN, " %4ld", (long)of->origin->job);
}

/* The program's name without its directories and quotes, then the arguments. */
static void draw_brief(const struct origin *origin, struct grid *grid, int y, int column, enum colour colour)
{
    const uint16_t *const command = origin->command;
    const uint16_t quote = command[0] == '"' ? '"' : ' ';
    size_t begin = quote == '"', end = begin, i;

    while (end < origin->command_length && command[end] != quote) end++;
    for (i = begin; i < end; i++)
        if (command[i] == '\\' || command[i] == '/') begin = i + 1;
    column = grid_print_text(grid, y, column, grid->width, colour, command + begin, end - begin);
    if (quote == '"' && end < origin->command_length) end++;
    grid_print_text(grid, y, column, grid->width, colour, command + end, origin->command_length - end);
}

static void draw_words(const struct view *view, const struct row *row, struct grid *grid, int y, int column)
{
    const enum colour colour = row->is_match ? COLOUR_PLAIN : COLOUR_DIM;
    const struct burner *of = row->burn->of;
    const struct origin *origin = of->origin;
    const int end = end_of_name(view, grid);
    const bool has_command = origin && origin->command_length;

    column = draw_lines(row, grid, y, column);
    if (has_command && grid->width < WIDE && view_shows_commands(view, grid->width)) {
        draw_brief(origin, grid, y, column, colour);
        return;
    }
    column = grid_print_text(grid, y, column, end - (end < grid->width), colour, of->name, of->name_length);
    if (end == grid->width) return;
    if (column < end) column = end;
    if (has_command) grid_print_text(grid, y, column, grid->width, colour, origin->command, origin->command_length);
    else grid_print(grid, y, column, COLOUR_DIM, "-");
}

static int draw_speed(const struct burn *burn, const struct difference *difference, struct grid *grid, int y, int column)
{
    if (!difference->frequency || !difference->elapsed) return grid_print(grid, y, column, COLOUR_DIM, " %9s", "-");
    return grid_print(grid, y, column, COLOUR_PLAIN, " %9.1f", (double)burn->cycles * 10 / (double)difference->elapsed);
}

static int draw_time(uint64_t time, const struct difference *difference, struct grid *grid, int y, int column, int width)
{
    return grid_print_percent(grid, y, column, width, difference->frequency, difference_cycles(time, difference->frequency),
                              difference->capacity);
}

static void draw_row(const struct view *view, const struct row *row, const struct difference *difference, struct grid *grid,
                     int y)
{
    const struct burn *burn = row->burn;
    const bool few = has_few_figures(view, grid);
    const uint32_t id = few && burn->of->thread ? burn->of->thread : burn->of->process;
    int column = grid_print(grid, y, 0, COLOUR_PLAIN, "%7lu", (unsigned long)id);

    if (!few && burn->of->thread)
        column = grid_print(grid, y, column, COLOUR_PLAIN, " %7lu", (unsigned long)burn->of->thread);
    else if (!few) column = grid_print(grid, y, column, COLOUR_DIM, " %7lu", (unsigned long)burn->of->threads);
    column = draw_speed(burn, difference, grid, y, column);
    column = grid_print_percent(grid, y, column, 8, difference->frequency, burn->cycles, difference->capacity);
    if (!few) {
        column = draw_time(burn->user, difference, grid, y, column, 8);
        column = draw_time(burn->kernel, difference, grid, y, column, 9);
        column = draw_job(burn->of, grid, y, column);
    }
    draw_words(view, row, grid, y, column + 2);
}

static void draw_head(const struct view *view, struct grid *grid, int y)
{
    static const char *const orders[] = { [ORDER_CYCLES] = "cycles",
                                          [ORDER_USER] = "user",
                                          [ORDER_KERNEL] = "kernel",
                                          [ORDER_ID] = "id",
                                          [ORDER_NAME] = "name" };
    const char *const order = orders[view->order];
    const int end = end_of_name(view, grid);

    grid_fill(grid, y, COLOUR_HEAD);
    if (has_few_figures(view, grid)) {
        grid_print(grid, y, 0, COLOUR_HEAD, "%7s %9s %7s  %s, by %s", view->threads ? "thread" : "process", "Mcycles/s",
                   "share %", view_shows_commands(view, grid->width) ? "command line" : "name", order);
        return;
    }
    grid_print(grid, y, 0, COLOUR_HEAD, "%7s %7s %9s %7s %7s %8s %4s  name, by %s", "process",
               view->threads ? "thread" : "threads", "Mcycles/s", "share %", "user %", "kernel %", "job", order);
    if (end < grid->width) grid_print(grid, y, end, COLOUR_HEAD, "command line");
}

static void draw_list(struct view *view, const struct difference *difference, struct rows *rows, struct grid *grid, int y)
{
    const struct query query = { &view->selection, view->order, view->threads, view->tree };
    size_t i;

    rows_make(rows, difference, &query);
    draw_head(view, grid, y);
    view->page = grid->height - y - 2;
    if (view->skipped >= rows->count) view->skipped = rows->count ? rows->count - 1 : 0;
    if (!rows->count && view->selection.part_length && y + 1 < grid->height - 1)
        grid_print(grid, y + 1, 0, COLOUR_DIM, "nothing with these letters; Esc clears them");
    for (i = view->skipped; i < rows->count && ++y < grid->height - 1; i++)
        draw_row(view, &rows->row[i], difference, grid, y);
}

static void draw_title(const struct view *view, const struct difference *difference, struct grid *grid)
{
    int column = grid_print(grid, 0, 0, COLOUR_PLAIN, "%s: %zu processor%s", view->paused ? "PAUSED" : "cycletime top",
                            difference->processor_count, difference->processor_count == 1 ? "" : "s");

    if (difference->frequency)
        column = grid_print(grid, 0, column, COLOUR_PLAIN, " at %.2f GHz", (double)difference->frequency / 1e9);
    grid_print(grid, 0, column, COLOUR_PLAIN, ", %zu processes, %zu threads, %.2f s", difference->processes,
               difference->threads, (double)difference->elapsed / 1e7);
}

/* While it is typed, the end of a long one is what is seen. */
static void draw_filter(const struct view *view, struct grid *grid, int y)
{
    const struct selection *selection = &view->selection;
    const int begin = grid_print(grid, y, 0, COLOUR_HEAD, "/");
    const size_t room = grid->width > 32 ? (size_t)grid->width - 32 : 1,
                 skipped = selection->part_length > room ? selection->part_length - room : 0;
    int column = grid_print_text(grid, y, begin, grid->width, COLOUR_HEAD, selection->part + skipped,
                                 selection->part_length - skipped);

    if (view->typing) grid_print(grid, y, column, COLOUR_HEAD, "_  Enter keeps it  Esc clears it");
    else grid_print(grid, y, column, COLOUR_HEAD, "  Esc clears it  / changes it  q quit");
}

static void draw_keys(const struct view *view, struct grid *grid)
{
    const int y = grid->height - 1;
    const char *const threads = view->threads ? "processes" : "threads", *const tree =
                                                                             view->tree && !view->threads ? "list" : "tree";

    grid_fill(grid, y, COLOUR_HEAD);
    if (view->typing || view->selection.part_length) draw_filter(view, grid, y);
    else if (grid->width < 110)
        grid_print(grid, y, 0, COLOUR_HEAD, "q quit  space pause  / filter  t %s  T %s  l command  sort: c u k i n",
                   threads, tree);
    else
        grid_print(grid, y, 0, COLOUR_HEAD,
                   "q quit  space pause  / filter  t %s  T %s  l command line  sort: c cycles u user k kernel i id n name",
                   threads, tree);
}

void view_draw(struct view *view, const struct difference *difference, struct rows *rows, struct grid *grid)
{
    int y;

    view->width = grid->width;
    view->selection.commands = view_shows_commands(view, grid->width);
    for (y = 0; y < grid->height; y++) grid_fill(grid, y, COLOUR_PLAIN);
    draw_keys(view, grid);
    if (!difference->burn_count) {
        grid_print(grid, 0, 0, COLOUR_PLAIN, "cycletime top: the first interval is under way");
        return;
    }
    draw_title(view, difference, grid);
    y = bars_draw(difference, grid, 1);
    draw_list(view, difference, rows, grid, y);
}
