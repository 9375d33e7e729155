/* SPDX-License-Identifier: MIT */
/* Measures what calls cost without cycletime, and under it with the unixlib, as an unmodified program makes them after the
   hook. Measures the least that each call can cost in turn with the call, and prints the ratio of both with its limit. */
#ifndef LIMITS_H
#define LIMITS_H

#include <windows.h>

/* Measures what the calls cost without cycletime; called before hooking. */
void limits_open(void);

/* Hooks this process, measures and prints. Prints nothing if the unixlib is not active. FALSE: a part failed. */
BOOL limits_print(BOOL json);

#endif
