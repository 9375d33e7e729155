/* SPDX-License-Identifier: MIT */
/* The lines of the list: processes or threads in order, or processes as a tree. */
#ifndef CYCLETIME_ROWS_H
#define CYCLETIME_ROWS_H

#include "tools/top/interval.h"
#include "tools/top/selection.h"

enum order_key { ORDER_CYCLES, ORDER_USER, ORDER_KERNEL, ORDER_ID, ORDER_NAME };

struct row {
    const struct usage *usage;
    uint32_t lines; /* a bit for each level above: whether its line goes on below this row */
    uint16_t depth; /* 0: a root */
    bool is_match;  /* false: shown only because a row below it matches */
};

/* The figures of each row: millions of cycles a second; then its share of all processors' cycles in percent, in total, in
   user and in kernel mode. FALSE: they are not known. */
enum { FIGURE_SPEED, FIGURE_SHARE, FIGURE_USER, FIGURE_KERNEL, FIGURES };
bool row_figures(const struct row *row, const struct interval *interval, double figures[FIGURES]);

/* Returns the number of the row's job, "" if it is in none, or "-" if that is not known; may write to ROOM. */
enum { ROW_JOB = 12 };
const char *row_job(const struct row *row, char room[ROW_JOB]);

/* Returns the two characters that the row shows of the tree at LEVEL, from 1 to its depth. */
const char *row_branch(const struct row *row, int level);

struct rows {
    struct row *row;
    size_t count;
    size_t room; /* for how many usages the arrays have room */
    const struct usage **sorted;
    struct node *nodes; /* for the tree, one for each usage */
};

struct rows_query {
    const struct selection *selection;
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

#endif
