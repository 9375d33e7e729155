/* SPDX-License-Identifier: MIT */
/* The path of a performance counter: \\machine\object(parent/instance#index)\counter. */
#ifndef CYCLETIME_COUNTERS_PATH_H
#define CYCLETIME_COUNTERS_PATH_H

#include <windows.h>

/* A part of a longer text, without a terminating zero. */
struct text {
    const WCHAR *at;
    ULONG length; /* 0: there is none */
};

/* Returns an empty text for NULL. */
struct text text_of(const WCHAR *string);

struct counter_path {
    struct text machine, object, parent, instance, counter;
    ULONG index;       /* of the instances of one name; the first is 0 */
    BOOLEAN any_index; /* "#*": all of them */
};

/* FALSE: the text is no path. */
BOOLEAN path_parse(const WCHAR *string, struct counter_path *path);

/* Writes the path with a terminating zero, as far as there is room; returns how many characters it has, the zero
   included. */
ULONG path_make(const struct counter_path *path, WCHAR *string, ULONG room);

/* Windows' names are the same in capitals and small letters. */
BOOLEAN text_is(struct text text, const WCHAR *name);

/* Whether an instance's name matches a pattern, in which every * stands for any characters. */
BOOLEAN text_matches(struct text pattern, const WCHAR *name);

BOOLEAN text_has_wildcard(struct text text);

/* Writes NUMBER in decimal digits with a terminating zero, and returns the address of that zero. */
enum { NUMBER_TEXT = 11 };
WCHAR *number_write(WCHAR text[NUMBER_TEXT], ULONG number);

/* Whether the path may name several instances. */
static inline BOOLEAN path_has_wildcard(const struct counter_path *path)
{
    return path->any_index || text_has_wildcard(path->instance) || text_has_wildcard(path->parent);
}

#endif
