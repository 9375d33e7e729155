/* SPDX-License-Identifier: MIT */
/* The few things that a C library would do with text. */
#ifndef CYCLETIME_PRELOAD_TEXT_H
#define CYCLETIME_PRELOAD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

size_t text_length(const char *text);

bool text_begins(const char *text, const char *with);

/* Behind the last slash. */
const char *text_base_name(const char *path);

/* The room for new text; what does not fit is not written at all. */
struct text_room {
    char *next;
    size_t left;
};

/* FIRST, SECOND and THIRD one behind the other, or NULL. */
char *text_join(struct text_room *room, const char *first, const char *second, const char *third);

#endif
