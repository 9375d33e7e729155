/* SPDX-License-Identifier: MIT */
/* The rows of the table: sorted, grouped or as a tree, and the text of each. */
#include "tools/top/screen.h"
#include "tools/tools.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10 }; /* processes, and threads */

static void add_figure(struct text *text, int width, bool is_known, double figure)
{
    if (is_known) text_add(text, " %*.1f", width, figure);
    else text_add(text, " %*s", width, "-");
}

static void add_processor(struct text *text, const struct processor_rate *rate)
{
    struct share share;
    int i;

    text_add(text, "%5u %9u", rate->group, rate->number);
    for (i = 0; i < PARTS; i++) {
        share = interval_part(rate, i);
        add_figure(text, 8, share.is_known, share_percent(share));
    }
    text_add(text, "\n");
}

static void add_row(struct text *text, const struct row *row, const struct interval *interval)
{
    const struct task *of = row->usage->of;
    double figures[FIGURES];
    const bool is_known = row_figures(row, interval, figures);
    char job[ROW_JOB];
    int i;

    text_add(text, "%9lu", (unsigned long)of->process);
    if (of->thread) text_add(text, " %9lu", (unsigned long)of->thread);
    else text_add(text, " %9s", "all");
    for (i = 0; i < FIGURES; i++) add_figure(text, i == FIGURE_SPEED ? 12 : 8, is_known, figures[i]);
    text_add(text, " %4s  ", row_job(row, job));
    for (i = 1; i <= row->depth; i++) text_add(text, "%s", row_branch(row, i));
    text_add_name(text, of->name, of->name_length, TEXT_PLAIN);
    text_add(text, "\n");
}

static void add_rows(struct text *text, const struct interval *interval, const struct rows_query *query, struct rows *rows)
{
    size_t i;

    rows_make(rows, interval, query);
    for (i = 0; i < rows->count; i++) {
        if (!query->tree && (i == MOST || !rows->row[i].usage->cycles)) break;
        add_row(text, &rows->row[i], interval);
    }
}

void lines_add(struct text *text, const struct interval *interval, const struct selection *selection, struct rows *rows)
{
    const struct rows_query processes = { selection, ORDER_CYCLES, false, selection->tree },
                            threads = { selection, ORDER_CYCLES, true, false };
    size_t i;

    text_add(text, "%.2f s, %zu processors", (double)interval->elapsed / 1e7, interval->processor_count);
    if (interval->frequency) text_add(text, " at %.2f GHz", (double)interval->frequency / 1e9);
    text_add(text, ", %zu processes, %zu threads\n", interval->processes, interval->threads);
    text_add(text, "%5s %9s %8s %8s %8s %8s %8s %8s %8s\n", "group", "processor", "busy %", "idle %", "DPC %", "int. %",
             "C1 %", "C2 %", "C3 %");
    for (i = 0; i < interval->processor_count; i++) add_processor(text, &interval->processors[i]);
    text_add(text, "%9s %9s %12s %8s %8s %8s %4s  %s\n", "process", "thread", "Mcycles/s", "share %", "user %", "kernel %",
             "job", "name");
    add_rows(text, interval, &processes, rows);
    if (!selection->tree) add_rows(text, interval, &threads, rows);
    text_add(text, "\n");
}

/* A process of the tree, while the tree is being made. */
struct node {
    const struct usage *usage;
    struct node *parent, *child, *next; /* first child; next sibling, which at the top is the next root */
    size_t row;                         /* its row's index, when it has a row */
    bool is_match, is_shown;
};

bool rows_reserve(struct rows *rows, size_t count)
{
    if (count <= rows->room) return true;
    rows_free(rows);
    rows->row = malloc(count * sizeof *rows->row);
    rows->sorted = malloc(count * sizeof *rows->sorted);
    rows->nodes = malloc(count * sizeof *rows->nodes);
    rows->room = count;
    if (rows->row && rows->sorted && rows->nodes) return true;
    rows_free(rows);
    return false;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    free(rows->sorted);
    free(rows->nodes);
    *rows = (struct rows){ 0 };
}

static int compare_values(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_id(const void *left, const void *right)
{
    const struct usage *a = *(const struct usage *const *)left, *b = *(const struct usage *const *)right;
    int order = compare_values(a->of->process, b->of->process);

    return order ? order : compare_values(a->of->thread, b->of->thread);
}

/* qsort has no argument for the comparison, so this variable passes the key. */
static enum order_key order_key;

static int by_key(const void *left, const void *right)
{
    const struct usage *a = *(const struct usage *const *)left, *b = *(const struct usage *const *)right;
    int order = 0;

    switch (order_key) {
    case ORDER_USER: order = compare_values(b->user, a->user); break;
    case ORDER_KERNEL: order = compare_values(b->kernel, a->kernel); break;
    case ORDER_NAME: order = name_compare(a->of->name, a->of->name_length, b->of->name, b->of->name_length); break;
    case ORDER_ID: return by_id(left, right);
    default: break;
    }
    if (!order) order = compare_values(b->cycles, a->cycles);
    return order ? order : by_id(left, right);
}

/* Writes the selected processes, or threads, to INTO, which has room for all, and sorts them. Returns their number. */
static size_t sort_burns(const struct interval *interval, bool threads, const struct selection *selection,
                         enum order_key key, const struct usage **into)
{
    size_t count = 0, i;

    for (i = 0; i < interval->usage_count; i++) {
        if ((interval->usages[i].of->thread != 0) != threads) continue;
        if (!selection_has(selection, interval->usages[i].of)) continue;
        into[count++] = &interval->usages[i];
    }
    order_key = key;
    qsort(into, count, sizeof *into, by_key);
    return count;
}

/* Returns the node of BURN, a process. Its parent is the process above it if that is selected, filter or not. */
static struct node node_of(const struct rows *rows, const struct usage *usages, const struct usage *usage,
                           const struct selection *selection)
{
    const struct process_info *above = usage->of->info ? usage->of->info->above : NULL;
    const bool has_parent = above && selection_takes(selection, usages[above->place].of);

    return (struct node){ .usage = usage,
                          .is_match = selection_matches(selection, usage->of),
                          .parent = has_parent ? &rows->nodes[above->place] : NULL };
}

static void show_with_parents(struct node *node)
{
    for (; node && !node->is_shown; node = node->parent) node->is_shown = true;
}

/* Links the nodes, siblings in order: from the last to the first, since each is put before those that are linked already.
   Returns the first root. */
static struct node *link_nodes(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    struct selection all = *query->selection;
    struct node *top = NULL, *node, **first;
    size_t i;

    all.part_length = 0;
    rows->count = sort_burns(interval, false, &all, query->order, rows->sorted);
    for (i = 0; i < interval->usage_count; i++)
        rows->nodes[i] = node_of(rows, interval->usages, &interval->usages[i], query->selection);
    for (i = 0; i < rows->count; i++) {
        node = &rows->nodes[rows->sorted[i] - interval->usages];
        if (node->is_match) show_with_parents(node);
    }
    for (i = rows->count; i-- > 0;) {
        node = &rows->nodes[rows->sorted[i] - interval->usages];
        if (!node->is_shown) continue;
        first = node->parent ? &node->parent->child : &top;
        node->next = *first;
        *first = node;
    }
    return top;
}

static struct row row_of(const struct rows *rows, const struct node *node)
{
    struct row row = { .usage = node->usage, .is_match = node->is_match };

    if (!node->parent) return row;
    row.depth = rows->row[node->parent->row].depth + 1;
    row.lines = rows->row[node->parent->row].lines;
    if (node->next && row.depth <= 32) row.lines |= 1u << (row.depth - 1);
    return row;
}

/* Returns the first child, else the next sibling, else the next sibling of the nearest node above that has one. */
static struct node *next_of(struct node *node)
{
    if (node->child) return node->child;
    while (node && !node->next) node = node->parent;
    return node ? node->next : NULL;
}

static void make_tree(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    struct node *node;
    size_t count = 0;

    for (node = link_nodes(rows, interval, query); node; node = next_of(node)) {
        rows->row[count] = row_of(rows, node);
        node->row = count++;
    }
    rows->count = count;
}

bool row_figures(const struct row *row, const struct interval *interval, double figures[FIGURES])
{
    const struct usage *usage = row->usage;

    figures[FIGURE_SPEED] = interval->elapsed ? (double)usage->cycles * 10 / (double)interval->elapsed : 0;
    figures[FIGURE_SHARE] = share_percent(interval_share(interval, usage->cycles));
    figures[FIGURE_USER] = share_percent(interval_time_share(interval, usage->user));
    figures[FIGURE_KERNEL] = share_percent(interval_time_share(interval, usage->kernel));
    return interval->frequency;
}

const char *row_job(const struct row *row, char room[ROW_JOB])
{
    const struct process_info *info = row->usage->of->info;

    if (!info || info->job == JOB_UNKNOWN) return "-";
    if (info->job == JOB_NONE) return "";
    snprintf(room, ROW_JOB, "%ld", (long)info->job);
    return room;
}

const char *row_branch(const struct row *row, int level)
{
    const bool goes_on = level <= 32 && row->lines >> (level - 1) & 1;

    if (level < row->depth) return goes_on ? "| " : "  ";
    return goes_on ? "|-" : "`-";
}

void rows_make(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    size_t i;

    if (query->tree && !query->threads) {
        make_tree(rows, interval, query);
        return;
    }
    rows->count = sort_burns(interval, query->threads, query->selection, query->order, rows->sorted);
    for (i = 0; i < rows->count; i++) rows->row[i] = (struct row){ rows->sorted[i], 0, 0, true };
}
