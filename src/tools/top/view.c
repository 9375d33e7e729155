/* SPDX-License-Identifier: MIT */
/* Draws a page of the viewer. */
#include "tools/top/screen.h"

/* FIXED_COLUMNS is the width of the columns of figures. A screen of WIDE columns shows both the name and the command line
   behind them, a smaller one shows one of both, and one of NARROW columns leaves out some figures to have room for it. */
enum { FIXED_COLUMNS = 57, NARROW = 72, WIDE = 120, NAME_LEAST = 24, DRAWN_LEVELS = 12 };

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
    const int third = (grid->width - FIXED_COLUMNS) / 3;

    if (grid->width < WIDE || !view_shows_commands(view, grid->width)) return grid->width;
    return FIXED_COLUMNS + (third > NAME_LEAST ? third : NAME_LEAST);
}

/* Draws only the lowest DRAWN_LEVELS branches of a deep row. */
static void draw_branches(const struct row *row, struct grid *grid)
{
    int level = row->depth > DRAWN_LEVELS ? row->depth - DRAWN_LEVELS : 0;

    while (++level <= row->depth) grid_print(grid, COLOUR_DIM, "%s", row_branch(row, level));
}

/* The program's name without its directories and quotes, then the arguments. */
static void draw_brief(const struct process_info *info, struct grid *grid, enum colour colour)
{
    const uint16_t *const command = info->command;
    const uint16_t quote = command[0] == '"' ? '"' : ' ';
    size_t begin = quote == '"', end = begin, i;

    while (end < info->command_length && command[end] != quote) end++;
    for (i = begin; i < end; i++)
        if (command[i] == '\\' || command[i] == '/') begin = i + 1;
    grid_print_text(grid, grid->width, colour, command + begin, end - begin);
    if (quote == '"' && end < info->command_length) end++;
    grid_print_text(grid, grid->width, colour, command + end, info->command_length - end);
}

static void draw_names(const struct view *view, const struct row *row, struct grid *grid)
{
    const enum colour colour = row->is_match ? COLOUR_PLAIN : COLOUR_DIM;
    const struct task *of = row->usage->of;
    const struct process_info *info = of->info;
    const int end = end_of_name(view, grid);
    const bool has_command = info && info->command_length;

    draw_branches(row, grid);
    if (has_command && grid->width < WIDE && view_shows_commands(view, grid->width)) {
        draw_brief(info, grid, colour);
        return;
    }
    grid_print_text(grid, end - (end < grid->width), colour, of->name, of->name_length);
    if (end == grid->width) return;
    if (grid->column < end) grid->column = end;
    if (has_command) grid_print_text(grid, grid->width, colour, info->command, info->command_length);
    else grid_print(grid, COLOUR_DIM, "-");
}

static void draw_row(const struct view *view, const struct row *row, const struct interval *interval, struct grid *grid)
{
    static const int widths[FIGURES] = { 10, 8, 8, 9 };
    const struct task *of = row->usage->of;
    const bool few = has_few_figures(view, grid);
    double figures[FIGURES];
    const bool is_known = row_figures(row, interval, figures);
    char room[ROW_JOB];
    const char *job = row_job(row, room);
    int i;

    grid_print(grid, COLOUR_PLAIN, "%7lu", (unsigned long)(few && of->thread ? of->thread : of->process));
    if (!few && of->thread) grid_print(grid, COLOUR_PLAIN, " %7lu", (unsigned long)of->thread);
    else if (!few) grid_print(grid, COLOUR_DIM, " %7lu", (unsigned long)of->threads);
    for (i = 0; i < (few ? FIGURE_USER : FIGURES); i++) grid_print_figure(grid, widths[i], is_known, figures[i]);
    if (!few) grid_print(grid, *job == '-' ? COLOUR_DIM : COLOUR_PLAIN, " %4s", job);
    grid_print(grid, COLOUR_PLAIN, "  ");
    draw_names(view, row, grid);
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
        grid_print(grid, COLOUR_HEAD, "%7s %9s %7s  %s, by %s", view->threads ? "thread" : "process", "Mcycles/s",
                   "share %", view_shows_commands(view, grid->width) ? "command line" : "name", order);
        return;
    }
    grid_print(grid, COLOUR_HEAD, "%7s %7s %9s %7s %7s %8s %4s  name, by %s", "process",
               view->threads ? "thread" : "threads", "Mcycles/s", "share %", "user %", "kernel %", "job", order);
    if (end == grid->width) return;
    grid_move(grid, y, end);
    grid_print(grid, COLOUR_HEAD, "command line");
}

static void draw_list(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid, int y)
{
    const struct rows_query query = { &view->selection, view->order, view->threads, view->tree };
    size_t i;

    rows_make(rows, interval, &query);
    draw_head(view, grid, y);
    view->page = grid->height - y - 2;
    if (view->skipped >= rows->count) view->skipped = rows->count ? rows->count - 1 : 0;
    grid_move(grid, y + 1, 0);
    if (!rows->count && view->selection.part_length && y + 1 < grid->height - 1)
        grid_print(grid, COLOUR_DIM, "nothing with these letters; Esc clears them");
    for (i = view->skipped; i < rows->count && ++y < grid->height - 1; i++) {
        grid_move(grid, y, 0);
        draw_row(view, &rows->row[i], interval, grid);
    }
}

static void draw_title(const struct view *view, const struct interval *interval, struct grid *grid)
{
    grid_move(grid, 0, 0);
    grid_print(grid, COLOUR_PLAIN, "%s: %zu processor%s", view->paused ? "PAUSED" : "cycletime top",
               interval->processor_count, interval->processor_count == 1 ? "" : "s");
    if (interval->frequency) grid_print(grid, COLOUR_PLAIN, " at %.2f GHz", (double)interval->frequency / 1e9);
    grid_print(grid, COLOUR_PLAIN, ", %zu processes, %zu threads, %.2f s", interval->processes, interval->threads,
               (double)interval->elapsed / 1e7);
}

/* Shows only the end of a filter that is too long for the screen. */
static void draw_filter(const struct view *view, struct grid *grid)
{
    const struct selection *selection = &view->selection;
    const size_t room = grid->width > 32 ? (size_t)grid->width - 32 : 1,
                 skipped = selection->part_length > room ? selection->part_length - room : 0;

    grid_print(grid, COLOUR_HEAD, "/");
    grid_print_text(grid, grid->width, COLOUR_HEAD, selection->part + skipped, selection->part_length - skipped);
    if (view->typing) grid_print(grid, COLOUR_HEAD, "_  Enter keeps it  Esc clears it");
    else grid_print(grid, COLOUR_HEAD, "  Esc clears it  / changes it  q quit");
}

static void draw_keys(const struct view *view, struct grid *grid)
{
    const bool is_wide = grid->width >= 110;

    grid_fill(grid, grid->height - 1, COLOUR_HEAD);
    if (view->typing || view->selection.part_length) {
        draw_filter(view, grid);
        return;
    }
    grid_print(grid, COLOUR_HEAD, "q quit  space pause  / filter  t %s  T %s  l command%s  sort: %s",
               view->threads ? "processes" : "threads", view->tree && !view->threads ? "list" : "tree",
               is_wide ? " line" : "", is_wide ? "c cycles u user k kernel i id n name" : "c u k i n");
}

void view_draw(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid)
{
    int y;

    view->width = grid->width;
    view->selection.commands = view_shows_commands(view, grid->width);
    for (y = 0; y < grid->height; y++) grid_fill(grid, y, COLOUR_PLAIN);
    draw_keys(view, grid);
    if (!interval->usage_count) {
        grid_move(grid, 0, 0);
        grid_print(grid, COLOUR_PLAIN, "cycletime top: the first interval is under way");
        return;
    }
    draw_title(view, interval, grid);
    y = bars_draw(interval, grid, 1);
    draw_list(view, interval, rows, grid, y);
}
