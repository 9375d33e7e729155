/* SPDX-License-Identifier: MIT */
/* The launcher stands for the program: it lives as long, and no longer. */
#ifndef CYCLETIME_COMPANION_H
#define CYCLETIME_COMPANION_H

#include <windows.h>

/* Console events are left to the program, of which this one learns the end; FALSE: not done, see GetLastError. */
BOOL companion_heed(HANDLE process);

/* The launcher ends with who has that pipe open, a Linux path; where the Linux side is. */
void companion_follow(const WCHAR *pipe);

/* The name by which the suspended program is to hold on to this process when it grafts (CHILD_LIFELINE). 0: it cannot, or
   has no need to. */
ULONG companion_lifeline(HANDLE process);

/* The program ends when this process does, however it does; its children stay as free as they were. HELD: by its
   lifeline. */
void companion_bind(HANDLE process, BOOL held);

#endif
