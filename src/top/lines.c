/* SPDX-License-Identifier: MIT */
#include "forms.h"

#include <stdio.h>

enum { MOST = 10 }; /* processes, and threads */

static void add_percent(struct text *text, bool known, uint64_t part, uint64_t whole)
{
    if (known) text_add(text, " %8.1f", difference_percent(part, whole));
    else text_add(text, " %8s", "-");
}

static void add_processor(struct text *text, const struct processor_rate *rate)
{
    int i;

    text_add(text, "%5u %9u", rate->group, rate->number);
    add_percent(text, rate->has_idle, rate->busy, rate->cycles);
    add_percent(text, rate->has_idle, rate->idle, rate->cycles);
    add_percent(text, rate->has_system, rate->dpc, rate->cycles);
    add_percent(text, rate->has_system, rate->interrupt, rate->cycles);
    for (i = 0; i < SAMPLE_STATES; i++) add_percent(text, rate->has_states, rate->state_time[i], rate->elapsed);
    text_add(text, "\n");
}

static void add_job(struct text *text, const struct origin *origin)
{
    if (!origin || origin->job == JOB_UNTOLD) text_add(text, " %4s", "-");
    else if (origin->job == JOB_NONE) text_add(text, " %4s", "");
    else text_add(text, " %4ld", (long)origin->job);
}

static void add_row(struct text *text, const struct row *row, const struct difference *difference)
{
    const struct burn *burn = row->burn;
    const uint64_t second = 10000000, frequency = difference->frequency;
    int level;

    text_add(text, "%9lu", (unsigned long)burn->of->process);
    if (burn->of->thread) text_add(text, " %9lu", (unsigned long)burn->of->thread);
    else text_add(text, " %9s", "all");
    if (frequency && difference->elapsed)
        text_add(text, " %12.1f", (double)burn->cycles / 1e6 * second / difference->elapsed);
    else text_add(text, " %12s", "-");
    add_percent(text, frequency, burn->cycles, difference->capacity);
    add_percent(text, frequency, difference_cycles(burn->user, frequency), difference->capacity);
    add_percent(text, frequency, difference_cycles(burn->kernel, frequency), difference->capacity);
    add_job(text, burn->of->origin);
    text_add(text, "  ");
    for (level = 1; level <= row->depth; level++) text_add(text, "%s", row_branch(row, level));
    text_add_name(text, burn->of->name, burn->of->name_length, TEXT_PLAIN);
    text_add(text, "\n");
}

static void add_rows(struct text *text, const struct difference *difference, const struct query *query, struct rows *rows)
{
    size_t i;

    rows_make(rows, difference, query);
    for (i = 0; i < rows->count; i++) {
        if (!query->tree && (i == MOST || !rows->row[i].burn->cycles)) break;
        add_row(text, &rows->row[i], difference);
    }
}

void lines_add(struct text *text, const struct difference *difference, const struct selection *selection, struct rows *rows)
{
    const struct query processes = { selection, ORDER_CYCLES, false, selection->tree },
                       threads = { selection, ORDER_CYCLES, true, false };
    size_t i;

    text_add(text, "%.2f s, %zu processors", (double)difference->elapsed / 1e7, difference->processor_count);
    if (difference->frequency) text_add(text, " at %.2f GHz", (double)difference->frequency / 1e9);
    text_add(text, ", %zu processes, %zu threads\n", difference->processes, difference->threads);
    text_add(text, "%5s %9s %8s %8s %8s %8s %8s %8s %8s\n", "group", "processor", "busy %", "idle %", "DPC %", "int. %",
             "C1 %", "C2 %", "C3 %");
    for (i = 0; i < difference->processor_count; i++) add_processor(text, &difference->processors[i]);
    text_add(text, "%9s %9s %12s %8s %8s %8s %4s  %s\n", "process", "thread", "Mcycles/s", "share %", "user %", "kernel %",
             "job", "name");
    add_rows(text, difference, &processes, rows);
    if (!selection->tree) add_rows(text, difference, &threads, rows);
    text_add(text, "\n");
}
