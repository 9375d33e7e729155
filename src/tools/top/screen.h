/* SPDX-License-Identifier: MIT */
/* The page that the viewer shows, its rows, the console and the keys. */
#ifndef CYCLETIME_SCREEN_H
#define CYCLETIME_SCREEN_H

#include "tools/tools.h"
#include "tools/top/samples.h"

/* The attributes of a Windows console. */
enum colour {
    COLOUR_PLAIN = 0x07,
    COLOUR_DIM = 0x08,
    COLOUR_HEAD = 0x70,
    COLOUR_BUSY = 0x0b,
    COLOUR_DPC = 0x0e,
    COLOUR_INTERRUPT = 0x0d,
    COLOUR_CURSOR = 0x30
};

/* One column wide; laid out as CHAR_INFO. */
struct cell {
    uint16_t character, colour;
};

/* The screen as characters, and the position of the next one. */
struct grid {
    struct cell *cells; /* rows of WIDTH */
    int width, height;
    int row, column; /* of the next character */
};

void grid_move(struct grid *grid, int row, int column);

/* Fills a row with blanks and moves to its start. */
void grid_fill(struct grid *grid, int row, enum colour colour);

/* These write to the right; what lies outside is left out. */
void grid_print(struct grid *grid, enum colour colour, const char *format, ...);
void grid_print_figure(struct grid *grid, int width, bool is_known, double figure);

/* Writes a text in UTF-16, one column for each unit, and stops before the column END. */
void grid_print_text(struct grid *grid, int end, enum colour colour, const uint16_t *text, size_t length);

/* The keys by which the lines of the list are sorted, and their names. */
enum order_key { ORDER_CYCLES, ORDER_USER, ORDER_KERNEL, ORDER_MEMORY, ORDER_ID, ORDER_NAME, ORDERS };
extern const char *const order_names[ORDERS];

enum form { FORM_VIEW, FORM_JSON, FORM_CSV };

struct options {
    enum form form;
    bool help, once, tree, json, csv;
    uint32_t interval;     /* ms */
    uint32_t count;        /* intervals; 0: until it is asked to end */
    uint32_t process;      /* the only one to show, with TREE and its descendants; 0: all */
    const wchar_t *filter; /* what a name has to hold, or NULL */
    const wchar_t *svg;    /* the file, or NULL */
    const wchar_t *sort;   /* the name of ORDER, or NULL */
    enum order_key order;
};

/* Reads the ARGUMENTS behind the program's name, NULL at their end, and keeps some of them. */
struct options_error read_top_options(wchar_t *const *arguments, struct options *options);

/* The lines of the list: processes or threads in order, or processes as a tree; threads below processes that are
   unfolded. */

struct row {
    const struct usage *usage;
    uint32_t lines; /* a bit for each level above: whether its line goes on below this row */
    uint16_t depth; /* 0: a root */
    bool is_match;  /* false: shown only because a row below it matches */
};

/* The figures of a row: millions of cycles a second; then its share of all processors' cycles in percent, in total, in user
   and in kernel mode. */
enum { FIGURE_SPEED, FIGURE_SHARE, FIGURE_USER, FIGURE_KERNEL, FIGURES };

struct row_text {
    bool has_figures;
    double figures[FIGURES];
    char speed[32];  /* behind a "~" if it moves in the system's steps; "-" is an unknown text */
    char memory[32]; /* MiB; "": it is a thread */
    char job[12];    /* its number; "": it is in none */
};

struct row_text row_describe(const struct row *row, const struct interval *interval);

/* Returns the two characters that the row shows of the tree at LEVEL, from 1 to its depth. */
const char *row_branch(const struct row *row, int level);

struct rows {
    struct row *row;
    size_t count;
    size_t room; /* for how many usages the arrays have room */
    const struct usage **sorted;
    struct node *nodes; /* for the tree, one for each usage */
};

/* Whether a row's figures move in the system's steps, and the text that explains their mark. */
bool rows_have_steps(const struct rows *rows);
extern const char rows_steps[];

/* A process, or one of its threads, in any sample. */
struct row_id {
    uint64_t created; /* the process */
    uint32_t process, thread;
};

struct row_id row_id_of(const struct row *row);
bool row_id_is(const struct row_id *a, const struct row_id *b);

/* The processes whose threads are shown below them; the earliest is forgotten if there are more. */
enum { UNFOLDED_MOST = 64 };

struct unfolded {
    struct row_id process[UNFOLDED_MOST];
    size_t count;
};

struct rows_query {
    const struct selection *selection;
    const struct unfolded *unfolded; /* NULL: none are */
    enum order_key order;
    bool threads; /* list threads instead of processes */
    bool tree;    /* show processes as a tree */
};

/* Makes room for COUNT usages in ROWS, which is all 0 at first. FALSE: no memory. */
bool rows_reserve(struct rows *rows, size_t count);
void rows_free(struct rows *rows);

/* Fills ROWS, which has room: the largest figures first, but names and ids in ascending order; equal rows by cycles, then
   by id. In a tree siblings are in this order, and a row that the filter matches is shown with all those above it. */
void rows_make(struct rows *rows, const struct interval *interval, const struct rows_query *query);

enum commands { COMMANDS_BY_WIDTH, COMMANDS_SHOWN, COMMANDS_HIDDEN };

/* The screen, and what keys change in it. */
struct view {
    struct selection selection;
    enum order_key order;
    bool threads, paused, quit, help;
    bool tree; /* of processes */
    struct unfolded unfolded;
    bool has_cursor;        /* else the first line is on the screen */
    bool has_moved;         /* the cursor, by a key since the screen was drawn last */
    size_t cursor;          /* its line */
    struct row_id chosen;   /* what was in that line when it was drawn */
    bool typing;            /* a filter */
    enum commands commands; /* their lines */
    size_t skipped;         /* lines of the list above the screen */
    int page;               /* lines of the list, as drawn last */
    int width;              /* of the screen, then */
};

/* A key of Windows (VK_...), and the character that it stands for. */
void view_handle_key(struct view *view, uint16_t key, uint16_t character);

/* The processors, a bar for each, from ROW on, at most on half of the screen. Returns the row behind them. */
int grid_draw_bars(const struct interval *interval, struct grid *grid, int row);

/* Whether command lines are on the screen, which is WIDTH wide. */
bool view_shows_commands(const struct view *view, int width);

/* ROWS have room for the usages. */
void view_draw(struct view *view, const struct interval *interval, struct rows *rows, struct grid *grid);

/* Intervals as text, for output that is no screen. */

/* A page of lines: the tree of the selected processes, or the first processes and threads by ORDER. ROWS have room. */
void rows_add_lines(struct text *text, const struct interval *interval, const struct selection *selection,
                    enum order_key order, struct rows *rows);

/* One object in one line; and a line for each processor, process and thread. SECONDS are since the first sample. */
void records_add_json(struct text *text, const struct interval *interval, const struct selection *selection,
                      double seconds);
void records_add_csv(struct text *text, const struct interval *interval, const struct selection *selection, double seconds);
void records_add_csv_header(struct text *text);

/* A picture of the whole history, whose threads are put in order, the most CPU time first. */
void history_add_svg(struct text *text, struct history *history);

/* The console, for as long as the viewer has it. */
struct console {
    HANDLE screen, input; /* input: NULL if stdin is none */
    HANDLE before;        /* the screen as it was */
    DWORD mode;           /* the input's, as it was */
    struct grid grid;     /* what to show */
    struct cell *shown;   /* what is shown, as many */
};

/* Opens the console. FALSE: it failed with the last error, and nothing has changed. */
bool console_open(struct console *console);

/* Gives the grid the size of the window. */
bool console_fit(struct console *console);
bool console_show(struct console *console);

/* Reads the next key that was pressed, as view_handle_key takes it. Both results are 0 if the window's size has changed.
   Returns false if no key is waiting. */
bool console_key(struct console *console, uint16_t *key, uint16_t *character);

/* Gives back the screen and the input mode that were there before. */
void console_close(struct console *console);

/* Takes a sample after each interval and shows it, until the viewer is to end. Returns FALSE, after a line on stderr, if a
   part failed. */
bool watch_usage(const struct options *options);

#endif
