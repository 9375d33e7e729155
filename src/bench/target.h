/* SPDX-License-Identifier: MIT */
/* What calls cost with the Linux side, through the program's own imports after the graft, as ratios to what they cannot
   cost less than, both measured in turns in this run. */
#ifndef TARGET_H
#define TARGET_H

#include <windows.h>

/* Before anything grafts: keeps the system's own functions to compare with. */
void target_open(void);

/* Grafts. Prints nothing where the Linux side is not active. FALSE: something failed. */
BOOL target_print(HMODULE cycletime, BOOL json);

#endif
