/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <stdlib.h>

static int by_id(const void *left, const void *right)
{
    const struct burner *a = (*(struct node *const *)left)->burn->of, *b = (*(struct node *const *)right)->burn->of;

    return (a->process > b->process) - (a->process < b->process);
}

/* Ids are given again: a parent is older than its child. So nobody is above itself. */
static bool is_older(const struct burner *parent, const struct burner *child)
{
    if (parent->created != child->created) return parent->created < child->created;
    return parent->process < child->process;
}

static struct node *find_parent(const struct rows *rows, const struct burner *child)
{
    const struct burner like = { .process = child->origin ? child->origin->parent : 0 };
    const struct burn burn = { .of = &like };
    struct node node = { .burn = &burn }, *const key = &node, **found;

    if (!like.process) return NULL;
    found = bsearch(&key, rows->by_id, rows->count, sizeof(struct node *), by_id);
    return found && is_older((*found)->burn->of, child) ? *found : NULL;
}

/* All that are selected, matches or not. */
static void take_nodes(struct rows *rows, const struct difference *difference, const struct query *query)
{
    struct selection all = *query->selection;
    size_t i;

    all.part_length = 0;
    rows->count = order_burns(difference, false, &all, query->order, rows->sorted);
    for (i = 0; i < rows->count; i++) {
        rows->nodes[i] =
            (struct node){ .burn = rows->sorted[i], .is_match = selection_matches(query->selection, rows->sorted[i]->of) };
        rows->by_id[i] = &rows->nodes[i];
    }
    qsort(rows->by_id, rows->count, sizeof(struct node *), by_id);
}

static void show_with_parents(struct node *node)
{
    for (; node && !node->is_shown; node = node->parent) node->is_shown = true;
}

/* The last first, since each comes before those that are there. Returns the first at the top. */
static struct node *link_nodes(struct rows *rows)
{
    struct node *top = NULL, *node, **first;
    size_t i;

    for (i = 0; i < rows->count; i++) rows->nodes[i].parent = find_parent(rows, rows->nodes[i].burn->of);
    for (i = 0; i < rows->count; i++)
        if (rows->nodes[i].is_match) show_with_parents(&rows->nodes[i]);
    for (i = rows->count; i-- > 0;) {
        node = &rows->nodes[i];
        if (!node->is_shown) continue;
        first = node->parent ? &node->parent->child : &top;
        node->next = *first;
        *first = node;
    }
    return top;
}

static struct row row_of(const struct rows *rows, const struct node *node)
{
    struct row row = { .burn = node->burn, .is_match = node->is_match };

    if (!node->parent) return row;
    row.depth = rows->row[node->parent->row].depth + 1;
    row.lines = rows->row[node->parent->row].lines;
    if (node->next && row.depth <= 32) row.lines |= 1u << (row.depth - 1);
    return row;
}

/* Downwards, else on, else up to who goes on. */
static struct node *next_of(struct node *node)
{
    if (node->child) return node->child;
    while (node && !node->next) node = node->parent;
    return node ? node->next : NULL;
}

void tree_make(struct rows *rows, const struct difference *difference, const struct query *query)
{
    struct node *node;
    size_t count = 0;

    take_nodes(rows, difference, query);
    for (node = link_nodes(rows); node; node = next_of(node)) {
        rows->row[count] = row_of(rows, node);
        node->row = count++;
    }
    rows->count = count;
}
