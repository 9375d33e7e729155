/* SPDX-License-Identifier: MIT */
/* The lines of the list: processes or threads in order, or processes as a tree. */
#ifndef CYCLETIME_ROWS_H
#define CYCLETIME_ROWS_H

#include "difference.h"
#include "selection.h"

enum order_key { ORDER_CYCLES, ORDER_USER, ORDER_KERNEL, ORDER_ID, ORDER_NAME };

struct row {
    const struct burn *burn;
    uint32_t lines; /* a bit for each level above: its line goes on below */
    uint16_t depth; /* 0: nobody above */
    bool is_match;  /* else it is there for those below */
};

/* What is drawn of the tree at LEVEL of the row, from 1 to its depth: two characters. */
const char *row_branch(const struct row *row, int level);

struct rows {
    struct row *row;
    size_t count;
    size_t room; /* of all that is here */
    const struct burn **sorted;
    struct node *nodes, **by_id; /* for the tree */
};

struct query {
    const struct selection *selection;
    enum order_key order;
    bool threads; /* in place of processes */
    bool tree;    /* of processes */
};

/* Into one that is all 0 at first. COUNT burns will have room in it. FALSE: no memory. */
bool rows_reserve(struct rows *rows, size_t count);
void rows_free(struct rows *rows);

/* They have room. Processes or threads, the most first, names and ids from the start; ties stand by cycles, then by id. In
   a tree siblings are in order; of a filter's matches, those above them are there too. Who started a process and is gone is
   nobody, and so is one that got its id since. */
void rows_make(struct rows *rows, const struct difference *difference, const struct query *query);

#endif
