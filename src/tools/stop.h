/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_STOP_H
#define CYCLETIME_STOP_H

#include <windows.h>

/* Returns an event that is set when the program is to end, by Ctrl-C, Ctrl-Break or the console's end. NULL: it failed,
   with the last error. */
HANDLE stop_hear(void);

#endif
