/* SPDX-License-Identifier: MIT */
/* The file that the first Windows program of a command removes when it begins, before any of its code runs. */
#ifndef CYCLETIME_COMMAND_FIRST_H
#define CYCLETIME_COMMAND_FIRST_H

#include <stdbool.h>

/* Makes the file, and returns its path in malloc's memory, or NULL if no folder can hold it. */
char *first_make(void);

/* Returns whether a program has begun. Removes the file and its folder, to which `path` is cut. Returns true if `path` is
   NULL, since it is then unknown. */
bool first_has_begun(char *path);

/* Returns the path that the variable CYCLETIME_RUN names, in malloc's memory, or NULL if there is none. It is that of the
   outer `cycletime run`, which started this command, and may be gone. */
char *first_of_outer(void);

/* Removes the file of the outer command, so that it finds that a program has begun. `outer` may be NULL. */
void first_report_to(const char *outer);

#endif
