/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CSV_H
#define CYCLETIME_CSV_H

#include "difference.h"
#include "selection.h"
#include "text.h"

void csv_add_header(struct text *text);

/* A line for each processor, process and thread. SECONDS since the first sample. */
void csv_add(struct text *text, const struct difference *difference, const struct selection *selection, double seconds);

#endif
