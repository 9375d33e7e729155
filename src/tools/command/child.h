/* SPDX-License-Identifier: MIT */
/* Runs the command as a child of this process, with the descriptors, signal mask and environment that this process began
   with. This process lasts as long as the command. */
#ifndef CYCLETIME_COMMAND_CHILD_H
#define CYCLETIME_COMMAND_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Called in a child: returns whether its parent, which was `parent`, has ended. Linux may refuse both numbers, which are -1
   then. */
bool child_is_orphan(pid_t parent);

/* Returns whether Linux ends the child if this process is killed. Otherwise errno says why it refuses to. */
bool child_can_be_bound(void);

/* Runs `path` with the arguments `words`, and waits for its end. Returns 0, with `*status` as waitpid reports it, or the
   error of execve or clone. Meanwhile this process keeps only stderr, and as its stdout `output`, if that is not -1. */
int child_run(const char *path, char *const *words, int output, int *status);

/* Returns whether this process has received SIGHUP, SIGINT, SIGQUIT or SIGTERM since. */
bool child_was_asked_to_end(void);

/* Ends this process as the child ended. */
_Noreturn void child_end_as(int status);

#endif
