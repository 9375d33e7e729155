/* SPDX-License-Identifier: MIT */
/* Lists of paths, and the counters of one query as columns of a table. */
#ifndef CYCLETIME_LISTS_H
#define CYCLETIME_LISTS_H

#include "tools/tools.h"

#include <windows.h>
#include <pdh.h>

/* The counters of one query as columns of a table. */

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

/* Add a line for each path: of each counter of all objects, with a * for its instances; or of OBJECT, expanded by FLAGS as
   PdhExpandWildCardPath does. */
PDH_STATUS list_add_all(struct text *text);
PDH_STATUS list_add_object(struct text *text, const WCHAR *object, DWORD flags);

#endif
