/* SPDX-License-Identifier: MIT */
/* The console, for as long as the viewer has it. */
#ifndef CYCLETIME_CONSOLE_H
#define CYCLETIME_CONSOLE_H

#include "tools/top/view.h"

#include <windows.h>

struct console {
    HANDLE screen, input; /* input: NULL if stdin is none */
    HANDLE before;        /* the screen as it was */
    DWORD mode;           /* the input's, as it was */
    struct grid grid;     /* what to show */
    struct cell *shown;   /* what is shown, as many */
};

/* Whether stdout is a console. */
bool console_is_there(void);

/* Opens the console. FALSE: it failed with the last error, and nothing has changed. */
bool console_open(struct console *console);

/* Gives the grid the size of the window. */
bool console_fit(struct console *console);
bool console_show(struct console *console);

/* Reads the next key that was pressed, as view_handle_key takes it. Both results are 0 if the window's size has changed.
   Returns false if no key is waiting. */
bool console_key(struct console *console, uint16_t *key, uint16_t *character);

/* Gives back the screen and the input mode that were there before. */
void console_close(struct console *console);

#endif
