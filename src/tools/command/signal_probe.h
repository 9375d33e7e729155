/* SPDX-License-Identifier: MIT */
/*
 * The signal probe is a child process that only waits, in the same process group. It shows whether a signal was sent to the
 * whole group, the command included, or to this process alone, which the signal itself does not show. Linux sends a group's
 * signal to the youngest process first, so when this process has it, the probe has it already.
 */
#ifndef CYCLETIME_COMMAND_SIGNAL_PROBE_H
#define CYCLETIME_COMMAND_SIGNAL_PROBE_H

#include <stdbool.h>

/* Starts the probe; all signals are blocked. If that fails, no signal counts as sent to the group. */
void signal_probe_begin(void);

/* Returns whether the probe has received `signal` too, which this process has just taken. */
bool signal_probe_has_seen(int signal);

void signal_probe_end(void);

#endif
