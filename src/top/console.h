/* SPDX-License-Identifier: MIT */
/* The console, for as long as the viewer has it. */
#ifndef CYCLETIME_CONSOLE_H
#define CYCLETIME_CONSOLE_H

#include "view.h"

#include <windows.h>

struct console {
    HANDLE screen, input; /* input: NULL if stdin is none */
    HANDLE before;        /* the screen as it was */
    DWORD mode;           /* the input's, as it was */
    struct grid grid;     /* what to show */
    struct cell *shown;   /* what is shown, as many */
    CHAR_INFO *line;      /* the same for the system */
};

/* Is stdout one? */
bool console_is_there(void);

/* FALSE: the last error tells why, and nothing has changed. */
bool console_open(struct console *console);

/* The grid gets the size of the window. */
bool console_fit(struct console *console);
bool console_show(struct console *console);

/* KEY_NONE: no more. */
struct press console_key(struct console *console);

/* As it was before. */
void console_close(struct console *console);

#endif
