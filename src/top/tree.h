/* SPDX-License-Identifier: MIT */
/* Processes below those that started them. */
#ifndef CYCLETIME_TREE_H
#define CYCLETIME_TREE_H

#include "rows.h"

/* A process of the tree, while that is made. */
struct node {
    const struct burn *burn;
    struct node *parent, *child, *next; /* the first child; the next one of the same parent, or at the top */
    size_t row;                         /* once it has one */
    bool is_match, is_shown;
};

/* Siblings in order. Of a filter's matches, those above them are there too. Who started a process and is gone is nobody,
   and so is one that got its id since. */
void tree_make(struct rows *rows, const struct difference *difference, const struct query *query);

#endif
