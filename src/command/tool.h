/* SPDX-License-Identifier: MIT */
/* The tree's own Windows programs, in this process's place. ARGUMENTS: NULL at their end. Each returns the exit code. */
#ifndef CYCLETIME_COMMAND_TOOL_H
#define CYCLETIME_COMMAND_TOOL_H

int tool_bench(char **arguments);
int tool_top(char **arguments);

#endif
