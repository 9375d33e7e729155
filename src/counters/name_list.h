/* SPDX-License-Identifier: MIT */
/* The contents of the registry value "Counter 009" or "Help 009": pairs of strings, an index and its text, in the order of
   the indices, and an empty string at the end. */
#ifndef CYCLETIME_COUNTERS_NAME_LIST_H
#define CYCLETIME_COUNTERS_NAME_LIST_H

#include <windows.h>

/* Our texts: TEXT_OF(index) is NULL where an index has none. FIRST is the lowest index, STEP the distance to the next, and
   LAST the highest that may be used. */
struct name_source {
    const WCHAR *(*text_of)(ULONG index);
    ULONG first, step, last;
};

/* Merges OURS and THEIRS, another list of LENGTH characters, into LIST as far as there is ROOM; where both have an index,
   the text of THEIRS is written. Returns the number of characters of the whole list. */
ULONG name_list_merge(const struct name_source *ours, const WCHAR *theirs, ULONG length, WCHAR *list, ULONG room);

#endif
