/* SPDX-License-Identifier: MIT */
/* Parts of a test that run in a forked child: under another user, within other limits, or to an end that no sanitizer
   watches. */
#ifndef CYCLETIME_CHILD_H
#define CYCLETIME_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    STRANGER = 65534, /* the id of another user */
    CANNOT = 77       /* exit code: the child has no right to what the test needs */
};

/* Waits for `child`. Returns its exit code, or -1 if it was killed or could not be forked. */
static inline int exit_code_of(pid_t child)
{
    int status = -1;

    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) return WEXITSTATUS(status);
    printf("child %d ended with status %#x\n", (int)child, (unsigned)status);
    return -1;
}

/* Evaluates `code` in a forked child, which exits with it. Returns the child's exit code. */
#define IN_CHILD(code) exit_code_of(fork() ?: (_exit(code), 0))

/* Gives up root's rights for those of another user. */
static inline bool become_stranger(void)
{
    return !setresgid(STRANGER, STRANGER, STRANGER) && !setresuid(STRANGER, STRANGER, STRANGER);
}

#endif
