/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_WINE_H
#define CYCLETIME_COMMAND_WINE_H

#include "tree.h"

#include <stdbool.h>

/* The command that $WINE names, in malloc's memory. NULL after one line: it is not there. */
char *wine_find(void);

/* WORDS behind WINE, NULL at their end, in malloc's memory; NULL: there is no memory. */
char **wine_words(char *wine, char *program, char **words);

/* Whether WORDS, whose first is WINE's path, ends with 0; it has nothing to read. IS_SILENT: nor has it whom to tell. */
bool wine_does(char *const *words, bool is_silent);

/* What has to be there before Wine runs the tree's own programs: the prefix, and in the environment where Wine finds the
   Linux side. */
void wine_prepare(const struct tree *tree, char *wine);

#endif
