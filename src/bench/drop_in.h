/* SPDX-License-Identifier: MIT */
/* What the drop-in costs: the graft, a call through it, starting a program grafted, and that program's first question. */
#ifndef DROP_IN_H
#define DROP_IN_H

#include <windows.h>

/* Grafts this process, so it comes last but for what needs that. FALSE: something could not be done. */
BOOL drop_in_print(HMODULE cycletime, BOOL json);

/* The small program that is started: it ends at once, with this code, which a program that did not run does not have. */
#define DROP_IN_NOTHING "--nothing"
enum { DROP_IN_DONE = 42 };

/* Or with what that function's first call took, in tenths of a microsecond, behind that bit. FALSE: it is none of these. */
#define DROP_IN_FIRST 0x40000000u
BOOL drop_in_ask_first(const WCHAR *function, DWORD *code);

#endif
