/* SPDX-License-Identifier: MIT */
/* The costs of the drop-in: the graft, a call through it, the start of a grafted program, and that program's first call. */
#ifndef DROP_IN_H
#define DROP_IN_H

#include <windows.h>

/* Measures and prints them. It grafts this process, so it runs after all but what needs the graft. FALSE: a part failed. */
BOOL drop_in_print(BOOL json);

/* The small program that is started: it ends at once, with this code, which a program that did not run does not have. */
#define DROP_IN_NOTHING "--nothing"
enum { DROP_IN_DONE = 42 };

/* Or with what that function's first call took, in tenths of a microsecond, behind that bit. FALSE: it is none of these. */
#define DROP_IN_FIRST 0x40000000u
BOOL drop_in_ask_first(const WCHAR *function, DWORD *code);

#endif
