/* SPDX-License-Identifier: MIT */
/* Ctrl-C, Ctrl-Break, and the console's end. */
#ifndef CYCLETIME_STOP_H
#define CYCLETIME_STOP_H

#include <stdbool.h>
#include <windows.h>

/* An event that is set when the viewer is to end. NULL: the last error tells why. */
HANDLE stop_begin(void);

/* All is put back: who ends the process when the console goes may do so now. */
void stop_done(void);

#endif
