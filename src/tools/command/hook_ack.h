/* SPDX-License-Identifier: MIT */
/* The acknowledgement file, which the first Windows program of a command removes when it begins, before any of its code
   runs. */
#ifndef CYCLETIME_COMMAND_HOOK_ACK_H
#define CYCLETIME_COMMAND_HOOK_ACK_H

#include <stdbool.h>

/* Makes the file, and returns its path in malloc's memory, or NULL if no folder can hold it. */
char *hook_ack_make(void);

/* Returns whether a program has begun. Removes the file and its folder, to which `path` is cut. Returns true if `path` is
   NULL, since it is then unknown. */
bool hook_ack_has_come(char *path);

/* Returns the path that the variable CYCLETIME_RUN names, in malloc's memory, or NULL if there is none. It is that of the
   outer `cycletime run`, which started this command, and may be gone. */
char *hook_ack_of_outer(void);

/* Removes the file of the outer command, so that it finds that a program has begun. `outer` may be NULL. */
void hook_ack_report_to(const char *outer);

#endif
