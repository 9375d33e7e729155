/* SPDX-License-Identifier: MIT */
/* Which processes are to be shown. */
#ifndef CYCLETIME_SELECTION_H
#define CYCLETIME_SELECTION_H

#include "tools/top/sample.h"

enum { SELECTION_MOST = 64 };

struct selection {
    uint32_t process;              /* the only one; 0: all */
    bool tree;                     /* with those that it started, and theirs */
    bool commands;                 /* a filter is searched in command lines too, */
    uint32_t self, starter;        /* but not in this viewer's own, and its parent's, which hold it; 0: none does */
    uint16_t part[SELECTION_MOST]; /* the filter: what the name has to hold */
    size_t part_length;            /* 0: nothing */
};

/* Whether the process, or that of the thread, is selected, without regard to the filter; and whether the filter matches. */
bool selection_takes(const struct selection *selection, const struct task *task);
bool selection_matches(const struct selection *selection, const struct task *task);

/* Whether the process is selected and the filter matches. */
bool selection_has(const struct selection *selection, const struct task *task);

#endif
