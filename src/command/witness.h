/* SPDX-License-Identifier: MIT */
/*
 * Whether a signal came to the whole process group, the command included, or to this process alone, which nothing in the
 * signal tells: a process that does nothing but to be in the group as well. Linux gives a signal to the youngest first, so
 * when this process has it, the witness has it already.
 */
#ifndef CYCLETIME_COMMAND_WITNESS_H
#define CYCLETIME_COMMAND_WITNESS_H

#include <stdbool.h>

/* All signals are blocked. Without it, none came to the group. */
void witness_begin(void);

/* Of SIGNAL, which this process has just taken. */
bool witness_has_seen(int signal);

void witness_end(void);

#endif
