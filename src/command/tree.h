/* SPDX-License-Identifier: MIT */
/* The installed tree that this command is of. */
#ifndef CYCLETIME_COMMAND_TREE_H
#define CYCLETIME_COMMAND_TREE_H

#include <limits.h>
#include <stdbool.h>

struct tree {
    char root[PATH_MAX];    /* above bin */
    char library[PATH_MAX]; /* its lib, as Linux names it */
    bool is_linked;         /* which is by a link elsewhere */
};

/* 0, or the exit code after one line. */
int tree_find(struct tree *tree);

/* PART of lib, in malloc's memory, or NULL after one line where it is not there. */
char *tree_part(const struct tree *tree, const char *part);

/* From here on its lib has a name that variables of ld.so and Wine can hold, as Windows' paths can. 0, or the exit code
   after one line. */
int tree_link(struct tree *tree);

#endif
