/* SPDX-License-Identifier: MIT */
/* Which processes are to be shown. */
#ifndef CYCLETIME_SELECTION_H
#define CYCLETIME_SELECTION_H

#include "sample.h"

enum { SELECTION_MOST = 64 };

struct selection {
    uint32_t process;              /* the only one; 0: all */
    bool tree;                     /* with those that it started, and theirs */
    bool commands;                 /* a filter looks into command lines too, */
    uint32_t self, starter;        /* but those of the process that was given it there and of who started it; 0: none was */
    uint16_t part[SELECTION_MOST]; /* the filter: what the name has to hold */
    size_t part_length;            /* 0: nothing */
};

/* Of a process or a thread of it, the filter aside. */
bool selection_takes(const struct selection *selection, const struct burner *burner);
bool selection_matches(const struct selection *selection, const struct burner *burner);

/* Both. */
bool selection_has(const struct selection *selection, const struct burner *burner);

#endif
