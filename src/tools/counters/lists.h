/* SPDX-License-Identifier: MIT */
/* Lists of pdh's: strings one behind the other, with an empty one at their end. */
#ifndef CYCLETIME_COUNTERS_LISTS_H
#define CYCLETIME_COUNTERS_LISTS_H

#include "tools/text.h"

#include <windows.h>
#include <pdh.h>

const WCHAR *list_next(const WCHAR *each);

/* Lists all paths that PATH, with a *, matches now, by PdhExpandWildCardPath's flags, or all objects if PATH is NULL. The
   caller frees the list. */
PDH_STATUS list_read(const WCHAR *path, DWORD flags, WCHAR **list);

/* Add a line for each path: of each counter of all objects, with a * for its instances; or of OBJECT, expanded by FLAGS as
   list_read does. */
PDH_STATUS list_add_all(struct text *text);
PDH_STATUS list_add_object(struct text *text, const WCHAR *object, DWORD flags);

#endif
