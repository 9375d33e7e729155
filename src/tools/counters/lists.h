/* SPDX-License-Identifier: MIT */
/* Lists of pdh's: strings one behind the other, with an empty one at their end. */
#ifndef CYCLETIME_COUNTERS_LISTS_H
#define CYCLETIME_COUNTERS_LISTS_H

#include "../text.h"

#include <windows.h>
#include <pdh.h>

const WCHAR *list_next(const WCHAR *each);

/* Lists all paths that PATH, with a *, matches now, by PdhExpandWildCardPath's flags. The caller frees the list. */
PDH_STATUS list_expand(const WCHAR *path, DWORD flags, WCHAR **list);

/* Adds one path a line: each counter of each object, with a * for its instances; or of one object, with each of them. */
PDH_STATUS list_add_all(struct text *text);
PDH_STATUS list_add_object(struct text *text, const WCHAR *object);

#endif
