/* SPDX-License-Identifier: MIT */
/* Selects the rows of the table, sorts them or makes a tree of them, and writes the text of each. */
#include "tools/top/screen.h"

#include <stdlib.h>

enum { MOST = 10 }; /* processes, and threads */

/* Returns whether the process, or that of the thread, is selected, without regard to the filter. */
static bool selection_takes(const struct selection *selection, const struct task *task)
{
    if (!selection->process || task->process == selection->process) return true;
    return selection->tree && task->info && task->info->is_followed;
}

static bool selection_matches(const struct selection *selection, const struct task *task)
{
    const struct process_info *info = task->info;

    if (text_has_part(task->name, task->name_length, selection->part, selection->part_length)) return true;
    return selection->commands && info && task->process != selection->self && task->process != selection->starter
           && text_has_part(info->command, info->command_length, selection->part, selection->part_length);
}

bool rows_select(const struct selection *selection, const struct task *task)
{
    return selection_takes(selection, task) && selection_matches(selection, task);
}

static void add_figure(struct text *text, int width, bool is_known, double figure)
{
    if (is_known) text_add(text, " %*.1f", width, figure);
    else text_add(text, " %*s", width, "-");
}

const char rows_steps[] = "~ moves in steps of 10 ms (Windows: 15.6 ms), as without cycletime";

bool rows_have_steps(const struct rows *rows)
{
    size_t i;

    for (i = 0; i < rows->count; i++)
        if (!rows->row[i].usage->of->is_exact) return true;
    return false;
}

struct row_text row_describe(const struct row *row, const struct interval *interval)
{
    const struct usage *usage = row->usage;
    const struct process_info *info = usage->of->info;
    const uint64_t kernel = interval_cycles(usage->kernel, interval->frequency),
                   user = interval_cycles(usage->user, interval->frequency);
    struct row_text shown = { interval->frequency, { 0 }, "-", "-", "-" };

    if (interval->elapsed) shown.figures[FIGURE_SPEED] = (double)usage->cycles * 10 / (double)interval->elapsed;
    shown.figures[FIGURE_SHARE] = interval_percent(interval_share(interval, usage->cycles));
    shown.figures[FIGURE_USER] = interval_percent(interval_share(interval, user));
    shown.figures[FIGURE_KERNEL] = interval_percent(interval_share(interval, kernel));
    if (shown.has_figures)
        snprintf(shown.speed, sizeof shown.speed, "%s%.1f", usage->of->is_exact ? "" : "~", shown.figures[FIGURE_SPEED]);
    if (usage->of->thread) *shown.memory = 0;
    else if (usage->of->working_set)
        snprintf(shown.memory, sizeof shown.memory, "%.1f", (double)usage->of->working_set / (1 << 20));
    if (info && info->job == JOB_NONE) *shown.job = 0;
    else if (info && info->job != JOB_UNKNOWN) snprintf(shown.job, sizeof shown.job, "%ld", (long)info->job);
    return shown;
}

static void add_row_line(struct text *text, const struct row *row, const struct interval *interval)
{
    const struct row_text shown = row_describe(row, interval);
    const struct task *of = row->usage->of;
    int i;

    text_add(text, "%9lu", (unsigned long)of->process);
    if (of->thread) text_add(text, " %9lu", (unsigned long)of->thread);
    else text_add(text, " %9s", "all");
    text_add(text, " %12s", shown.speed);
    for (i = FIGURE_SHARE; i < FIGURES; i++) add_figure(text, 8, shown.has_figures, shown.figures[i]);
    text_add(text, " %8s %4s  ", shown.memory, shown.job);
    for (i = 1; i <= row->depth; i++) text_add(text, "%s", row_branch(row, i));
    text_add_name(text, of->name, of->name_length, TEXT_PLAIN);
    text_add(text, "\n");
}

/* Returns whether a figure has the mark that rows_steps explains. */
static bool add_rows(struct text *text, const struct interval *interval, const struct rows_query *query, struct rows *rows)
{
    const bool is_by_cycles = query->order == ORDER_CYCLES;
    size_t i;

    rows_make(rows, interval, query);
    if (!query->tree && rows->count > MOST) rows->count = MOST;
    for (i = 0; i < rows->count; i++) {
        if (!query->tree && is_by_cycles && !rows->row[i].usage->cycles) rows->count = i;
        else add_row_line(text, &rows->row[i], interval);
    }
    return rows_have_steps(rows);
}

void rows_add_lines(struct text *text, const struct interval *interval, const struct selection *selection,
                    enum order_key order, struct rows *rows)
{
    const struct rows_query processes = { selection, NULL, order, false, selection->tree },
                            threads = { selection, NULL, order, true, false };
    const struct processor_rate *rate;
    struct share share;
    bool has_steps;
    size_t i;
    int part;

    text_add(text, "%.2f s, %zu processors", (double)interval->elapsed / 1e7, interval->processor_count);
    if (interval->frequency) text_add(text, " at %.2f GHz", (double)interval->frequency / 1e9);
    text_add(text, ", %zu processes, %zu threads\n", interval->processes, interval->threads);
    text_add(text, "%5s %9s %8s %8s %8s %8s %8s %8s %8s\n", "group", "processor", "busy %", "idle %", "DPC %", "int. %",
             "C1 %", "C2 %", "C3 %");
    for (i = 0; i < interval->processor_count; i++) {
        rate = &interval->processors[i];
        text_add(text, "%5u %9u", rate->group, rate->number);
        for (part = 0; part < PARTS; part++) {
            share = interval_part(rate, part);
            add_figure(text, 8, share.is_known, interval_percent(share));
        }
        text_add(text, "\n");
    }
    text_add(text, "%9s %9s %12s %8s %8s %8s %8s %4s  %s\n", "process", "thread", "Mcycles/s", "share %", "user %",
             "kernel %", "MiB", "job", "name");
    has_steps = add_rows(text, interval, &processes, rows);
    if (!selection->tree) has_steps |= add_rows(text, interval, &threads, rows);
    if (has_steps) text_add(text, "%s\n", rows_steps);
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

/* qsort has no argument for the comparison, so this variable passes the key. */
static enum order_key order_key;

static int by_key(const void *left, const void *right)
{
    const struct usage *a = *(const struct usage *const *)left, *b = *(const struct usage *const *)right;
    int order = 0;

    switch (order_key) {
    case ORDER_USER: order = compare_values(b->user, a->user); break;
    case ORDER_KERNEL: order = compare_values(b->kernel, a->kernel); break;
    case ORDER_MEMORY: order = compare_values(b->of->working_set, a->of->working_set); break;
    case ORDER_NAME: order = text_compare_names(a->of->name, a->of->name_length, b->of->name, b->of->name_length); break;
    default: break;
    }
    if (!order && order_key != ORDER_ID) order = compare_values(b->cycles, a->cycles);
    if (!order) order = compare_values(a->of->process, b->of->process);
    return order ? order : compare_values(a->of->thread, b->of->thread);
}

/* Writes the selected processes, or threads, to INTO, which has room for all, and sorts them. Returns their number. */
static size_t sort_burns(const struct interval *interval, bool threads, const struct selection *selection,
                         enum order_key key, const struct usage **into)
{
    size_t count = 0, i;

    for (i = 0; i < interval->usage_count; i++) {
        if ((interval->usages[i].of->thread != 0) != threads) continue;
        if (!rows_select(selection, interval->usages[i].of)) continue;
        into[count++] = &interval->usages[i];
    }
    order_key = key;
    qsort(into, count, sizeof *into, by_key);
    return count;
}

/* Links the nodes, siblings in order: from the last to the first, since each is put before those that are linked already.
   The parent of a process is the process above it if that is selected, filter or not. Returns the first root. */
static struct node *link_nodes(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    const struct usage *const usages = interval->usages;
    const struct process_info *above;
    struct selection all = *query->selection;
    struct node *top = NULL, *node, **first;
    size_t i;

    all.part_length = 0;
    rows->count = sort_burns(interval, false, &all, query->order, rows->sorted);
    for (i = 0; i < interval->usage_count; i++) {
        above = usages[i].of->info ? usages[i].of->info->above : NULL;
        if (above && !selection_takes(query->selection, usages[above->place].of)) above = NULL;
        rows->nodes[i] = (struct node){ .usage = &usages[i],
                                        .is_match = selection_matches(query->selection, usages[i].of),
                                        .parent = above ? &rows->nodes[above->place] : NULL };
    }
    for (i = 0; i < rows->count; i++) {
        node = &rows->nodes[rows->sorted[i] - usages];
        if (!node->is_match) continue;
        for (; node && !node->is_shown; node = node->parent) node->is_shown = true;
    }
    for (i = rows->count; i-- > 0;) {
        node = &rows->nodes[rows->sorted[i] - usages];
        if (!node->is_shown) continue;
        first = node->parent ? &node->parent->child : &top;
        node->next = *first;
        *first = node;
    }
    return top;
}

struct row_id row_id_of(const struct row *row)
{
    const struct usage *process = row->usage;

    while (process->of->thread) process--;
    return (struct row_id){ process->of->created, process->of->process, row->usage->of->thread };
}

bool row_id_is(const struct row_id *a, const struct row_id *b)
{
    return a->created == b->created && a->process == b->process && a->thread == b->thread;
}

/* Adds the threads of the last row's process below it, if they are to be shown. SORTED has room for them. */
static void unfold_last(struct rows *rows, const struct unfolded *unfolded, bool has_children, const struct usage **sorted)
{
    const struct row above = rows->row[rows->count - 1];
    const struct row_id id = row_id_of(&above);
    const size_t count = above.usage->of->threads;
    struct row row = above;
    size_t i = 0;

    while (unfolded && i < unfolded->count && !row_id_is(&unfolded->process[i], &id)) i++;
    if (!unfolded || i == unfolded->count) return;
    for (i = 0; i < count; i++) sorted[i] = above.usage + 1 + i;
    qsort(sorted, count, sizeof *sorted, by_key);
    row.depth++;
    for (i = 0; i < count; i++) {
        row.usage = sorted[i];
        row.lines = above.lines;
        if ((i + 1 < count || has_children) && row.depth <= 32) row.lines |= 1u << (row.depth - 1);
        rows->row[rows->count++] = row;
    }
}

/* After a node comes its first child; without a child its next sibling; without a sibling the next sibling of the nearest
   ancestor that has one. */
static void make_tree(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    struct node *node = link_nodes(rows, interval, query);
    const struct row *above;
    struct row row;

    for (rows->count = 0; node;) {
        row = (struct row){ .usage = node->usage, .is_match = node->is_match };
        if (node->parent) {
            above = &rows->row[node->parent->row];
            row.depth = above->depth + 1;
            row.lines = above->lines;
            if (node->next && row.depth <= 32) row.lines |= 1u << (row.depth - 1);
        }
        node->row = rows->count;
        rows->row[rows->count++] = row;
        unfold_last(rows, query->unfolded, node->child, rows->sorted);
        if (node->child) node = node->child;
        else {
            while (node && !node->next) node = node->parent;
            node = node ? node->next : NULL;
        }
    }
}

const char *row_branch(const struct row *row, int level)
{
    const bool goes_on = level <= 32 && row->lines >> (level - 1) & 1;

    if (level < row->depth) return goes_on ? "| " : "  ";
    return goes_on ? "|-" : "`-";
}

void rows_make(struct rows *rows, const struct interval *interval, const struct rows_query *query)
{
    size_t count, i;

    if (query->tree && !query->threads) {
        make_tree(rows, interval, query);
        return;
    }
    count = sort_burns(interval, query->threads, query->selection, query->order, rows->sorted);
    for (rows->count = i = 0; i < count; i++) {
        rows->row[rows->count++] = (struct row){ rows->sorted[i], 0, 0, true };
        if (!query->threads) unfold_last(rows, query->unfolded, false, rows->sorted + count);
    }
}
