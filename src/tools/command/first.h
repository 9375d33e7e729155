/* SPDX-License-Identifier: MIT */
/* The file that the first program of a command removes when it grafts itself. */
#ifndef CYCLETIME_COMMAND_FIRST_H
#define CYCLETIME_COMMAND_FIRST_H

#include <stdbool.h>

/* Makes the file; returns its path, in malloc's memory. NULL: there is no folder for it. */
char *first_make(void);

/* Whether a program has grafted itself; removes the file. If PATH is NULL, that is not known, and the answer is TRUE. */
bool first_has_come(const char *path);

#endif
