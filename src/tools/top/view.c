/* SPDX-License-Identifier: MIT */
/* Draws a page of the viewer. */
#include "tools/top/screen.h"

/* FIXED_COLUMNS is the width of the columns of figures. A screen of WIDE columns shows both the name and the command line
   behind them, a smaller one shows one of both, and one of NARROW columns leaves out some figures to have room for it. */
enum { FIXED_COLUMNS = 63, NARROW = 72, WIDE = 120, NAME_LEAST = 24, DRAWN_LEVELS = 12 };

bool view_shows_commands(const struct view *view, int width)
{
    return view->commands == COMMANDS_BY_WIDTH ? width >= WIDE : view->commands == COMMANDS_SHOWN;
}

/* The columns of the list. */
struct list_columns {
    bool has_few_figures, has_commands;
    int name_end; /* where the name ends, and the command line begins; the width of the screen if it has not both */
};

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

/* Draws only the lowest DRAWN_LEVELS branches of a deep row. */
static void draw_names(const struct list_columns *columns, const struct row *row, struct grid *grid)
{
    const enum colour colour = row->is_match ? COLOUR_PLAIN : COLOUR_DIM;
    const struct task *of = row->usage->of;
    const struct process_info *info = of->info;
    const int end = columns->name_end;
    const bool has_command = info && info->command_length;
    int level = row->depth > DRAWN_LEVELS ? row->depth - DRAWN_LEVELS : 0;

    while (++level <= row->depth) grid_print(grid, COLOUR_DIM, "%s", row_branch(row, level));
    if (of->thread && row->depth) {
        grid_print(grid, colour, "thread %lu", (unsigned long)of->thread);
        return;
    }
    if (has_command && grid->width < WIDE && columns->has_commands) {
        draw_brief(info, grid, colour);
        return;
    }
    grid_print_text(grid, end - (end < grid->width), colour, of->name, of->name_length);
    if (end == grid->width) return;
    if (grid->column < end) grid->column = end;
    if (has_command) grid_print_text(grid, grid->width, colour, info->command, info->command_length);
    else grid_print(grid, COLOUR_DIM, "-");
}

static void draw_dashed(struct grid *grid, int width, const char *figure)
{
    grid_print(grid, *figure == '-' ? COLOUR_DIM : COLOUR_PLAIN, "%*s", width, figure);
}

/* A thread below its process has its id in place of the name. */
static void draw_row(const struct list_columns *columns, const struct row *row, const struct interval *interval,
                     struct grid *grid)
{
    static const int widths[FIGURES] = { 10, 8, 7, 9 };
    const bool few = columns->has_few_figures;
    const struct task *of = row->usage->of;
    const struct row_text shown = row_describe(row, interval);
    int i;

    grid_print(grid, COLOUR_PLAIN, "%7lu", (unsigned long)(few && of->thread ? of->thread : of->process));
    if (!few && of->thread && row->depth) grid_print(grid, COLOUR_PLAIN, "%8s", "");
    else if (!few && of->thread) grid_print(grid, COLOUR_PLAIN, " %7lu", (unsigned long)of->thread);
    else if (!few) grid_print(grid, COLOUR_DIM, " %7lu", (unsigned long)of->threads);
    draw_dashed(grid, widths[FIGURE_SPEED], shown.speed);
    for (i = FIGURE_SHARE; i < (few ? FIGURE_USER : FIGURES); i++)
        grid_print_figure(grid, widths[i], shown.has_figures, shown.figures[i]);
    if (!few) draw_dashed(grid, 7, shown.memory);
    if (!few) draw_dashed(grid, 5, of->thread && row->depth ? "" : shown.job);
    grid_print(grid, COLOUR_PLAIN, "  ");
    draw_names(columns, row, grid);
}

static void draw_head(const struct view *view, const struct list_columns *columns, struct grid *grid, int y)
{
    const char *const order = order_names[view->order];

    grid_fill(grid, y, COLOUR_HEAD);
    if (columns->has_few_figures) {
        grid_print(grid, COLOUR_HEAD, "%7s %9s %7s  %s, by %s", view->threads ? "thread" : "process", "Mcycles/s",
                   "share %", columns->has_commands ? "command line" : "name", order);
        return;
    }
    grid_print(grid, COLOUR_HEAD, "%7s %7s %9s %7s %6s %8s %6s %4s  name, by %s", "process",
               view->threads ? "thread" : "threads", "Mcycles/s", "share %", "user %", "kernel %", "MiB", "job", order);
    if (columns->name_end == grid->width) return;
    grid_move(grid, y, columns->name_end);
    grid_print(grid, COLOUR_HEAD, "command line");
}

/* The cursor stays with its process or thread, unless that is gone, or a key has moved the cursor. */
static void place_cursor(struct view *view, const struct rows *rows)
{
    struct row_id id;
    size_t i;

    for (i = 0; i < rows->count && view->has_cursor && !view->has_moved; i++) {
        id = row_id_of(&rows->row[i]);
        if (row_id_is(&id, &view->chosen)) view->cursor = i;
    }
    if (view->cursor >= rows->count) view->cursor = rows->count ? rows->count - 1 : 0;
    view->chosen = rows->count ? row_id_of(&rows->row[view->cursor]) : (struct row_id){ 0 };
    view->has_moved = false;
}

static void draw_list(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid, int y)
{
    const struct rows_query query = { &view->selection, &view->unfolded, view->order, view->threads, view->tree };
    const int width = grid->width, third = (width - FIXED_COLUMNS) / 3;
    struct list_columns columns = { .has_commands = view->selection.commands, .name_end = width };
    int end = grid->height - 1, column;
    size_t page, i;

    columns.has_few_figures = width < NARROW || (width < WIDE && columns.has_commands);
    if (width >= WIDE && columns.has_commands) columns.name_end = FIXED_COLUMNS + (third > NAME_LEAST ? third : NAME_LEAST);
    rows_make(rows, interval, &query);
    draw_head(view, &columns, grid, y);
    if (rows_have_steps(rows) && y < end - 2) {
        grid_move(grid, --end, 0);
        grid_print(grid, COLOUR_DIM, "%s", rows_steps);
    }
    view->page = end - y - 1;
    page = view->page > 1 ? (size_t)view->page : 1;
    place_cursor(view, rows);
    if (view->skipped >= rows->count) view->skipped = rows->count ? rows->count - 1 : 0;
    if (view->cursor < view->skipped) view->skipped = view->cursor;
    if (view->cursor >= view->skipped + page) view->skipped = view->cursor - page + 1;
    grid_move(grid, y + 1, 0);
    if (!rows->count && view->selection.part_length && y + 1 < end)
        grid_print(grid, COLOUR_DIM, "nothing with these letters; Esc clears them");
    for (i = view->skipped; i < rows->count && ++y < end; i++) {
        grid_move(grid, y, 0);
        draw_row(&columns, &rows->row[i], interval, grid);
        if (!view->has_cursor || i != view->cursor) continue;
        for (column = 0; column < width; column++) grid->cells[y * width + column].colour = COLOUR_CURSOR;
    }
}

/* Draws the filter if there is one, otherwise the keys. Shows only the end of a filter that is too long for the screen. */
static void draw_keys(const struct view *view, struct grid *grid)
{
    const struct selection *selection = &view->selection;
    const size_t room = grid->width > 32 ? (size_t)grid->width - 32 : 1, length = selection->part_length,
                 skipped = length > room ? length - room : 0;
    const bool is_wide = grid->width >= 110;

    grid_fill(grid, grid->height - 1, COLOUR_HEAD);
    if (view->typing || length) {
        grid_print(grid, COLOUR_HEAD, "/");
        grid_print_text(grid, grid->width, COLOUR_HEAD, selection->part + skipped, length - skipped);
        grid_print(grid, COLOUR_HEAD, "%s",
                   view->typing ? "_  Enter keeps it  Esc clears it" : "  Esc clears it  / changes it  q quit");
        return;
    }
    grid_print(grid, COLOUR_HEAD, "q quit  ? help  space pause  / filter  t %s  T %s  %ssort: %s",
               view->threads ? "processes" : "threads", view->tree && !view->threads ? "list" : "tree",
               is_wide ? "l command  " : "", is_wide ? "c cycles u user k kernel m memory i id n name" : "c u k m i n");
}

static void draw_help(struct grid *grid)
{
    static const char *const lines[] = {
        "cycletime top: keys",
        "",
        "q              quit",
        "space, p       pause; the interval after it includes the pause",
        "up, down       move the cursor; page up, page down; home to the first line",
        "right, left    show and hide the threads of the process at the cursor",
        "t              processes or threads",
        "T              tree or list",
        "l              command lines; shown from the start from 120 columns on",
        "/ and letters  only processes with these letters; Enter keeps, Esc clears them",
        "c u k m i n    sort by cycles, user, kernel, memory, id, name",
        "?, h           this page",
        "",
        "Mcycles/s      millions of cycles (ticks of the time-stamp counter) a second",
        "share %        of the cycles of all processors; user and kernel are parts of it",
        "MiB            memory of the process in RAM (its working set)",
        "~              moves in steps of 10 ms (Windows: 15.6 ms), as without cycletime",
        "-              the system does not report it",
        "",
        "Any key goes back.",
    };
    int y;

    for (y = 0; y < (int)(sizeof lines / sizeof *lines) && y < grid->height; y++) {
        grid_fill(grid, y, y ? COLOUR_PLAIN : COLOUR_HEAD);
        grid_print(grid, y ? COLOUR_PLAIN : COLOUR_HEAD, "%s", lines[y]);
    }
}

void view_draw(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid)
{
    int y;

    view->width = grid->width;
    view->selection.commands = view_shows_commands(view, grid->width);
    for (y = 0; y < grid->height; y++) grid_fill(grid, y, COLOUR_PLAIN);
    if (view->help) {
        draw_help(grid);
        return;
    }
    draw_keys(view, grid);
    grid_move(grid, 0, 0);
    if (!interval->usage_count) {
        grid_print(grid, COLOUR_PLAIN, "cycletime top: the first interval is under way");
        return;
    }
    grid_print(grid, COLOUR_PLAIN, "%s: %zu processor%s", view->paused ? "PAUSED" : "cycletime top",
               interval->processor_count, interval->processor_count == 1 ? "" : "s");
    if (interval->frequency) grid_print(grid, COLOUR_PLAIN, " at %.2f GHz", (double)interval->frequency / 1e9);
    grid_print(grid, COLOUR_PLAIN, ", %zu processes, %zu threads, %.2f s", interval->processes, interval->threads,
               (double)interval->elapsed / 1e7);
    draw_list(view, interval, rows, grid, grid_draw_bars(interval, grid, 1));
}
