/* SPDX-License-Identifier: MIT */
/* What calls cost with the Linux side, through the program's own imports after the graft, as ratios to what they cannot
   cost less than, both measured in turns in this run. */
#ifndef REACH_H
#define REACH_H

#include <windows.h>

/* Grafts. Prints nothing where the Linux side is not active. FALSE: something failed. */
BOOL reach_print(HMODULE cycletime, BOOL json);

#endif
