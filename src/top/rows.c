/* SPDX-License-Identifier: MIT */
#include "rows.h"
#include "text.h"

#include <stdlib.h>

/* A process of the tree, while that is made. */
struct node {
    const struct burn *burn;
    struct node *parent, *child, *next; /* the first child; the next one of the same parent, or at the top */
    size_t row;                         /* once it has one */
    bool is_match, is_shown;
};

bool rows_reserve(struct rows *rows, size_t count)
{
    if (count <= rows->room) return true;
    rows_free(rows);
    rows->row = malloc(count * sizeof *rows->row);
    rows->sorted = malloc(count * sizeof *rows->sorted);
    rows->nodes = malloc(count * sizeof *rows->nodes);
    rows->by_id = malloc(count * sizeof *rows->by_id);
    rows->room = count;
    if (rows->row && rows->sorted && rows->nodes && rows->by_id) return true;
    rows_free(rows);
    return false;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    free(rows->sorted);
    free(rows->nodes);
    free(rows->by_id);
    *rows = (struct rows){ 0 };
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_id(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare(a->of->process, b->of->process);

    return order ? order : compare(a->of->thread, b->of->thread);
}

/* What qsort cannot hand on. */
static enum order_key order_key;

static int by_key(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = 0;

    switch (order_key) {
    case ORDER_USER: order = compare(b->user, a->user); break;
    case ORDER_KERNEL: order = compare(b->kernel, a->kernel); break;
    case ORDER_NAME: order = name_compare(a->of->name, a->of->name_length, b->of->name, b->of->name_length); break;
    case ORDER_ID: return by_id(left, right);
    default: break;
    }
    if (!order) order = compare(b->cycles, a->cycles);
    return order ? order : by_id(left, right);
}

/* Those of the selection's processes or threads, sorted, into all that there is room for; returns their number. */
static size_t sort_burns(const struct difference *difference, bool threads, const struct selection *selection,
                         enum order_key key, const struct burn **into)
{
    size_t count = 0, i;

    for (i = 0; i < difference->burn_count; i++) {
        if ((difference->burns[i].of->thread != 0) != threads) continue;
        if (!selection_has(selection, difference->burns[i].of)) continue;
        into[count++] = &difference->burns[i];
    }
    order_key = key;
    qsort(into, count, sizeof *into, by_key);
    return count;
}

static int by_process(const void *left, const void *right)
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
    found = bsearch(&key, rows->by_id, rows->count, sizeof(struct node *), by_process);
    return found && is_older((*found)->burn->of, child) ? *found : NULL;
}

/* All that are selected, matches or not. */
static void take_nodes(struct rows *rows, const struct difference *difference, const struct query *query)
{
    struct selection all = *query->selection;
    size_t i;

    all.part_length = 0;
    rows->count = sort_burns(difference, false, &all, query->order, rows->sorted);
    for (i = 0; i < rows->count; i++) {
        rows->nodes[i] =
            (struct node){ .burn = rows->sorted[i], .is_match = selection_matches(query->selection, rows->sorted[i]->of) };
        rows->by_id[i] = &rows->nodes[i];
    }
    qsort(rows->by_id, rows->count, sizeof(struct node *), by_process);
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

static void make_tree(struct rows *rows, const struct difference *difference, const struct query *query)
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

const char *row_branch(const struct row *row, int level)
{
    const bool goes_on = level <= 32 && row->lines >> (level - 1) & 1;

    if (level < row->depth) return goes_on ? "| " : "  ";
    return goes_on ? "|-" : "`-";
}

void rows_make(struct rows *rows, const struct difference *difference, const struct query *query)
{
    size_t i;

    if (query->tree && !query->threads) {
        make_tree(rows, difference, query);
        return;
    }
    rows->count = sort_burns(difference, query->threads, query->selection, query->order, rows->sorted);
    for (i = 0; i < rows->count; i++) rows->row[i] = (struct row){ rows->sorted[i], 0, 0, true };
}
