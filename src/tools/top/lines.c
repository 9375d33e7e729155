/* SPDX-License-Identifier: MIT */
#include "tools/top/output_formats.h"

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
