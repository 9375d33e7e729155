/* SPDX-License-Identifier: MIT */
/* The installed tree that contains this command. */
#ifndef CYCLETIME_COMMAND_TREE_H
#define CYCLETIME_COMMAND_TREE_H

#include <limits.h>
#include <stdbool.h>

struct tree {
    char root[PATH_MAX];    /* above bin */
    char library[PATH_MAX]; /* its lib, as Linux names it */
    bool is_linked;         /* LIBRARY is a link to it */
};

/* These end this process after one line where they fail. */
void tree_find(struct tree *tree);

/* Returns the path of PART of lib, which exists, in malloc's memory. */
char *tree_part(const struct tree *tree, const char *part);

/* Gives the tree's lib a name, by a link if need be, that variables of ld.so and Wine, and Windows' paths, can hold. */
void tree_link(struct tree *tree);

#endif
