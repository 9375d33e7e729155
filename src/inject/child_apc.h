/* SPDX-License-Identifier: MIT */
/* The code that runs in a child, on its main thread, before its entry point. It is copied there, so it reaches nothing
   but its argument and what it finds by itself. */
#ifndef CYCLETIME_CHILD_APC_H
#define CYCLETIME_CHILD_APC_H

#include <windows.h>

enum child_stage { CHILD_LOADS_DLL, CHILD_COMPARES, CHILD_GRAFTS, CHILD_STAGES };

enum { CHILD_WORDS = 64, CHILD_LINE = 1024 };

/* Functions of kernel32, as distances from its base: that is found in the child, which may have it elsewhere. */
struct child_functions {
    ULONG FormatMessageW, GetLastError, GetModuleFileNameW, GetModuleHandleW, GetProcAddress, GetStdHandle, LoadLibraryW,
        TerminateProcess, WideCharToMultiByte, WriteConsoleW, WriteFile;
};

/* In the child's memory. */
struct child_request {
    struct child_functions functions;
    ULONG RtlExitUserProcess;                /* alike, of ntdll, which is always there; 0: before Windows Vista */
    ULONG graft_flags;                       /* CYCLETIME_GRAFT_... */
    ULONG version;                           /* that its cycletime.dll must have */
    BOOL must;                               /* not to run without the graft */
    BOOL tell;                               /* why it is not grafted, on stderr */
    UINT exit_code;                          /* when it does not run */
    WCHAR ntdll[16], kernel32[16], name[16]; /* in lower case */
    char query_version[32], graft[32];
    WCHAR dll[MAX_PATH];
    WCHAR format[CHILD_WORDS]; /* FormatMessage's: program, stage, reason */
    WCHAR stages[CHILD_STAGES][CHILD_WORDS], other_version[CHILD_WORDS];
    WCHAR program[CHILD_LINE], reason[CHILD_LINE], line[2 * CHILD_LINE];
    char bytes[6 * CHILD_LINE];
};

void WINAPI child_apc(ULONG_PTR request, ULONG_PTR none, ULONG_PTR neither);
void child_apc_end(void);

#endif
