/* SPDX-License-Identifier: MIT */
/* Runs the command as a child of this process, with the descriptors, signal mask and environment that this process began
   with. This process lasts as long as the command. */
#ifndef CYCLETIME_COMMAND_CHILD_H
#define CYCLETIME_COMMAND_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Runs PATH with WORDS for its argv, and waits for its end. *STATUS is as waitpid has it. 0, or what execve or fork
   answered. This process has no descriptor but stderr then, and OUTPUT as its stdout; -1: none. */
int child_run(const char *path, char *const *words, int output, int *status);

/* Whether this process has received SIGHUP, SIGINT, SIGQUIT or SIGTERM since. */
bool child_was_asked_to_end(void);

/* Ends this process as the child ended. */
_Noreturn void child_end_as(int status);

#endif
