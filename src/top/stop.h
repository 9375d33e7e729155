/* SPDX-License-Identifier: MIT */
/* Ctrl-C, Ctrl-Break, and the console's end. */
#ifndef CYCLETIME_STOP_H
#define CYCLETIME_STOP_H

#include <stdbool.h>
#include <windows.h>

/* An event that is set when the viewer is to end, in the time that the system leaves it. NULL: the last error tells why. */
HANDLE stop_begin(void);

#endif
