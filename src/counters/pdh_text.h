/* SPDX-License-Identifier: MIT */
/* The strings that pdh's functions take and return, in ANSI or Unicode. A list is a sequence of strings with an empty one
   at its end. */
#ifndef CYCLETIME_COUNTERS_PDH_TEXT_H
#define CYCLETIME_COUNTERS_PDH_TEXT_H

#include "counters/pack.h"

#include <pdh.h>

/* A caller's text buffer, and its length in characters, or in bytes where the buffer begins with a structure. */
struct output {
    BOOLEAN is_wide;
    PVOID buffer;
    DWORD *length;
};

/* Converts STRING, or for NULL an empty string. FALSE: it is longer than any name in the catalogue. */
BOOLEAN widen_string(const char *string, WCHAR wide[PDH_MAX_COUNTER_PATH]);

/* Returns the status with which a function of pdh.dll refuses PATH. The system's status SYSTEMS is the same for every path
   that it does not know; Windows reports a path that cannot be parsed, and an empty one, by a status of its own. */
PDH_STATUS choose_refusal(PDH_STATUS systems, const WCHAR *path);
PDH_STATUS refusal_narrow(PDH_STATUS systems, const char *path);

/* Writes what FILL packs to the caller's buffer. PDH_MORE_DATA: the buffer has no room for all of it, and nothing is
   written. *LENGTH becomes the length that is needed. */
PDH_STATUS answer_text(const struct output *answer, void (*fill)(struct pack *pack, const void *context),
                       const void *context);

/* fill_string is a FILL that packs one string, and fill_path one that packs a struct counter_path as a string, if it is not
   too long for a path. A FILL that packs a list calls fill_end after the last string. */
void fill_string(struct pack *pack, const void *string);
void fill_path(struct pack *pack, const void *path);
void fill_end(struct pack *pack, BOOLEAN is_empty);

#endif
