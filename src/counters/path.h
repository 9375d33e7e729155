/* SPDX-License-Identifier: MIT */
/* The path of a performance counter: \\machine\object(parent/instance#index)\counter. */
#ifndef CYCLETIME_COUNTERS_PATH_H
#define CYCLETIME_COUNTERS_PATH_H

#include <windows.h>

/* A part of somebody's text, not ended by a 0. */
struct text {
    const WCHAR *at;
    ULONG length; /* 0: there is none */
};

struct counter_path {
    struct text machine, object, parent, instance, counter;
    ULONG index; /* of the instances of one name; the first is 0 */
};

/* FALSE: that is no path. */
BOOLEAN path_parse(const WCHAR *string, struct counter_path *path);

/* Writes it, ended by a 0, as far as there is room for; how many characters it has, with that. */
ULONG path_make(const struct counter_path *path, WCHAR *string, ULONG room);

/* Windows' names are the same in capitals and small letters. */
BOOLEAN text_is(struct text text, const WCHAR *name);

/* Of an instance, in which every * stands for any characters. */
BOOLEAN text_matches(struct text pattern, const WCHAR *name);

BOOLEAN text_has_wildcard(struct text text);

#endif
