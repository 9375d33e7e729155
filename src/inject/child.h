/* SPDX-License-Identifier: MIT */
/* Grafting a process that was created suspended. */
#ifndef CYCLETIME_CHILD_H
#define CYCLETIME_CHILD_H

#include <windows.h>

typedef BOOL (WINAPI *create_process_w)(LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID,
                                       LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION);

enum {
    CHILD_MUST = 1,          /* what cannot be grafted does not run, says why on stderr, and ends with CHILD_FAILED */
    CHILD_VERBOSE = 2,       /* what runs without the graft says why on stderr; its children alike */
    CHILD_WITH_CHILDREN = 4, /* its children are grafted too */
    CHILD_NO_NT = 8,         /* ntdll is left alone; in its children alike */
    CHILD_AWAITED = 16,      /* CYCLETIME_GRAFT_AWAITED */
    CHILD_FAST_CLOCK = 32,   /* CYCLETIME_GRAFT_FAST_CLOCK; in its children alike */
    CHILD_LIFELINE = 12,     /* the bits from here on: CYCLETIME_GRAFT_LIFELINE */
    CHILD_FAILED = 125
};

/* Makes the CHILD's thread load LIBRARY, or take the cycletime.dll that it has, and graft when it is resumed, before the
   program begins; a child of the other word size gets the library of that, by its launcher. Waits for nothing in the
   child. CREATE: the system's own CreateProcessW. Returns an error code: ERROR_EXE_MACHINE_TYPE_MISMATCH: it runs other
   code than x86; ERROR_FILE_NOT_FOUND: no launcher of its word size is installed; or what the system said. */
DWORD child_graft(const PROCESS_INFORMATION *child, const WCHAR *library, ULONG flags, create_process_w create);

#endif
