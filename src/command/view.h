/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_VIEW_H
#define CYCLETIME_COMMAND_VIEW_H

/* Runs WORDS, the viewer by Wine, in the terminal that is stdin and stdout. Returns the exit code. */
int view(char *const *words);

#endif
