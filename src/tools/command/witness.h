/* SPDX-License-Identifier: MIT */
/*
 * The witness is a child process that only waits, in the same process group. It shows whether a signal was sent to the
 * whole group, the command included, or to this process alone, which the signal itself does not show. Linux sends a group's
 * signal to the youngest process first, so when this process has it, the witness has it already.
 */
#ifndef CYCLETIME_COMMAND_WITNESS_H
#define CYCLETIME_COMMAND_WITNESS_H

#include <stdbool.h>

/* Starts the witness; all signals are blocked. If that fails, no signal counts as sent to the group. */
void witness_begin(void);

/* Returns whether the witness has received `signal` too, which this process has just taken. */
bool witness_has_seen(int signal);

void witness_end(void);

#endif
