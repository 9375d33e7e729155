/* SPDX-License-Identifier: MIT */
/* The installed tree that contains this command. */
#ifndef CYCLETIME_COMMAND_TREE_H
#define CYCLETIME_COMMAND_TREE_H

#include <limits.h>
#include <stdbool.h>

struct tree {
    char root[PATH_MAX];    /* the folder above bin */
    char library[PATH_MAX]; /* path of the tree's lib */
    bool is_linked;         /* `library` is a link to lib */
};

/* On failure, these functions print a message and end this process. */
void tree_find(struct tree *tree);

/* Returns the path of `part` of lib, in malloc's memory; it is a failure if the file does not exist. */
char *tree_part(const struct tree *tree, const char *part);

/* If lib's path has characters that LD_PRELOAD, WINEDLLPATH or a Windows path cannot hold, uses a link to lib instead. */
void tree_link(struct tree *tree);

#endif
