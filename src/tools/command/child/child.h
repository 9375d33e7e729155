/* SPDX-License-Identifier: MIT */
/* Runs the command as a child of this process, with the descriptors, signal mask and environment that this process began
   with. This process lasts as long as the command. */
#ifndef CYCLETIME_COMMAND_CHILD_H
#define CYCLETIME_COMMAND_CHILD_H

#include <stdbool.h>

/* The open files that this process keeps, with stderr, while the child runs; -1: none. They are no standard streams. */
struct kept_files {
    int output;  /* becomes stdout */
    int picture; /* becomes stdin, since this process reads nothing */
    int lock;    /* that of the acknowledgement file's folder */
};

/* Runs `path` with the arguments `words`, and waits for its end. Returns 0, with `*status` as waitpid reports it, but with
   a Windows program's own exit code where Wine lost it, or the error of execve or clone. If this process is killed
   meanwhile, the guardian removes the acknowledgement file ACK, which may be NULL. `is_of_wine`: the words start Wine. */
int child_run(const char *path, char *const *words, struct kept_files files, char *ack, bool is_of_wine, int *status);

/* Ends this process as the child ended. */
_Noreturn void child_end_as(int status);

/*
 * The signal probe is a watcher that only waits, in the same process group. It shows whether a signal was sent to the
 * whole group, the command included, or to this process alone, which the signal itself does not show. Linux sends a group's
 * signal to the youngest process first, so when this process has it, the probe has it already.
 */

/* Starts the probe; all signals are blocked. If that fails, no signal counts as sent to the group. */
void signal_probe_begin(void);

/* Returns whether the probe has received `signal` too, which this process has just taken. */
bool signal_probe_has_seen(int signal);

/* The guardian is a watcher that ends the Windows programs below this command if this process is killed. */

/* Sets the variable by which the guardian finds the processes that begin below this command. */
void guardian_mark_environment(void);

/* Starts the guardian; all signals are blocked. If this process is killed, the guardian removes the acknowledgement file
   ACK, which may be NULL. */
void guardian_begin(char *ack);

/* Runs WORDS, the viewer by Wine, in the terminal that is stdin and stdout, or without one. Returns its exit code. SIGHUP
   and SIGTERM end the viewer as Ctrl-C does. */
int viewer_run(char *const *words, bool has_terminal);

#endif
