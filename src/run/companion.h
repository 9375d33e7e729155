/* SPDX-License-Identifier: MIT */
/* The launcher stands for the program: it lives as long, and no longer. */
#ifndef CYCLETIME_COMPANION_H
#define CYCLETIME_COMPANION_H

#include <windows.h>

/* Console events are left to the program, of which this one learns the end; FALSE: not done, see GetLastError. */
BOOL companion_heed(HANDLE process);

/* The program ends when this process does, however it does; its children stay as free as they were. */
void companion_bind(HANDLE process);

#endif
