/* SPDX-License-Identifier: MIT */
/* The counters of one query as columns of a table. */
#ifndef CYCLETIME_COUNTERS_COLUMNS_H
#define CYCLETIME_COUNTERS_COLUMNS_H

#include "tools/text.h"

#include <windows.h>
#include <pdh.h>

struct column {
    PDH_HCOUNTER counter;
    WCHAR path[PDH_MAX_COUNTER_PATH];
};

struct columns {
    PDH_HQUERY query;
    struct column *list;
    size_t count, room;
};

/* Adds a counter, or for a path with a * each counter that it matches now; its first backslash may be missing. */
PDH_STATUS columns_add(struct columns *columns, const WCHAR *path);

/* Adds the header as typeperf writes it; the lines have local times, and blanks for values that are missing. */
void columns_add_header(const struct columns *columns, struct text *text);
void columns_add_row(const struct columns *columns, struct text *text);

void columns_close(struct columns *columns);

#endif
