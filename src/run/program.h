/* SPDX-License-Identifier: MIT */
/* Finding a program, and what kind it is. */
#ifndef CYCLETIME_PROGRAM_H
#define CYCLETIME_PROGRAM_H

#include <windows.h>

/* The full path, in malloc's memory, of what a Windows path, a Unix path under Wine, or a name names; a name is looked
   for in the current directory, the system's directories and PATH. NULL: not found. */
WCHAR *program_find(const WCHAR *name);

/* ERROR_SUCCESS and the machine (IMAGE_FILE_MACHINE_...) it is built for; ERROR_BAD_EXE_FORMAT: it is no program. */
DWORD program_machine(const WCHAR *path, WORD *machine);

#endif
