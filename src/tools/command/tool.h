/* SPDX-License-Identifier: MIT */
/* Executes the tree's own Windows programs in place of this process. ARGUMENTS end with NULL. Each function returns the
   exit code. */
#ifndef CYCLETIME_COMMAND_TOOL_H
#define CYCLETIME_COMMAND_TOOL_H

int tool_bench(char **arguments);
int tool_counters(char **arguments);
int tool_top(char **arguments);

#endif
