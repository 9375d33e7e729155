/* SPDX-License-Identifier: MIT */
/* Finding a program, and what kind it is. */
#ifndef CYCLETIME_PROGRAM_H
#define CYCLETIME_PROGRAM_H

#include <windows.h>

/* The full path, in malloc's memory, of what a Windows path, a Unix path under Wine, or a name names; a name is looked
   for in the current directory, the system's directories and PATH. NULL: not found. */
WCHAR *program_find(const WCHAR *name);

/* Why CreateProcess must not be asked to run it: under Wine it would start a Unix program and know nothing of it. NULL:
   it may. */
const WCHAR *program_fault(const WCHAR *path);

/* Why the system refused it, with ERROR, in words. */
const WCHAR *program_refusal(const WCHAR *path, DWORD error);

#endif
