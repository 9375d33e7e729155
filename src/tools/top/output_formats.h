/* SPDX-License-Identifier: MIT */
/* Intervals as text, for output that is no screen. SECONDS are since the first sample. */
#ifndef CYCLETIME_OUTPUT_FORMATS_H
#define CYCLETIME_OUTPUT_FORMATS_H

#include "tools/top/history.h"
#include "tools/top/rows.h"
#include "tools/text.h"

/* A page of plain lines: with a tree, that of all processes that are selected; else the busiest processes and threads. ROWS
   have room for the usages. */
void lines_add(struct text *text, const struct interval *interval, const struct selection *selection, struct rows *rows);

/* One object, one line. */
void json_add(struct text *text, const struct interval *interval, const struct selection *selection, double seconds);

/* A line for each processor, process and thread. */
void csv_add(struct text *text, const struct interval *interval, const struct selection *selection, double seconds);
void csv_add_header(struct text *text);

/* A picture of the whole history. */
void svg_add(struct text *text, struct history *history);

#endif
