/* SPDX-License-Identifier: MIT */
/* The costs of hooking: installing, a call through it, the start of a hooked program, and that program's first call. */
#ifndef HOOK_COSTS_H
#define HOOK_COSTS_H

#include <windows.h>

/* Measures and prints them. It hooks this process, so it runs after all but what needs hooking. FALSE: a part failed. */
BOOL hook_costs_print(BOOL json);

/* The small program that is started: it ends at once, with this code, which a program that did not run does not have. */
#define HOOK_COSTS_NOTHING "--nothing"
enum { HOOK_COSTS_DONE = 42 };

/* Or with what that function's first call took, in tenths of a microsecond, behind that bit. FALSE: it is none of these. */
#define HOOK_COSTS_FIRST 0x40000000u
BOOL hook_costs_ask_first(const WCHAR *function, DWORD *code);

#endif
