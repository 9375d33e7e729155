/* SPDX-License-Identifier: MIT */
/* The file that the first program of a command removes when it grafts itself. */
#ifndef CYCLETIME_COMMAND_FIRST_H
#define CYCLETIME_COMMAND_FIRST_H

#include <stdbool.h>

/* Its path, in malloc's memory. NULL: there is no folder for it. */
char *first_make(void);

/* Whether a program has come. The file is gone then. PATH may be NULL: nobody knows, so yes. */
bool first_has_come(const char *path);

#endif
