/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_WINE_H
#define CYCLETIME_COMMAND_WINE_H

#include "tools/command/tree.h"

#include <stdbool.h>

/* Returns the path of the command that $WINE names, in malloc's memory. If there is none, prints a message and ends this
   process. */
char *wine_find(void);

/* Returns `wine`, `program` and `words` as one list that ends with NULL, in malloc's memory. */
char **wine_command(char *wine, char *program, char **words);

/* Whether the command WORDS, whose first is WINE's path, ends with exit code 0. Its stdin is /dev/null; with IS_SILENT, its
   stdout and stderr are, too. */
bool wine_does(char *const *words, bool is_silent);

/* Returns whether the prefix was created while cycletime answered the query from which Wine makes its random numbers, as it
   did from 23 to 26 November 2026. The prefix's MachineGuid, its first random UUID, then consists of zeros but for eight
   digits, and some of Wine's services are missing. */
bool wine_prefix_has_predictable_id(void);

/* Makes the prefix if it is missing, and names in the environment where Wine finds the unixlib, for the tree's own
   programs. */
void wine_prepare(const struct tree *tree, char *wine);

#endif
