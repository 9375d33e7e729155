/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_TERMINAL_H
#define CYCLETIME_COMMAND_TERMINAL_H

/* Runs WORDS, the viewer by Wine, in the terminal that is stdin and stdout. Returns the exit code. */
int terminal_run(char *const *words);

#endif
