/* SPDX-License-Identifier: MIT */
/* What calls cost with the Linux side, as an unmodified program makes them after the graft, and alone, and as ratios to
   what they cannot cost less than, measured in turns with them. */
#ifndef TARGET_H
#define TARGET_H

#include <windows.h>

/* Before anything grafts: measures what they cost alone. */
void target_open(void);

/* Grafts. Prints nothing where the Linux side is not active. FALSE: something failed. */
BOOL target_print(HMODULE cycletime, BOOL json);

#endif
