/* SPDX-License-Identifier: MIT */
/* The code that runs in a child, on its main thread, before its entry point. It is copied there, so it reaches nothing
   but its argument. */
#ifndef CYCLETIME_CHILD_APC_H
#define CYCLETIME_CHILD_APC_H

#include <windows.h>

enum child_stage { CHILD_WAITS, CHILD_LOADS_DLL, CHILD_FINDS_ENTRY, CHILD_GRAFTS, CHILD_IS_GRAFTED };

/* In the child's memory, addresses that hold there. */
struct child_request {
    HMODULE (WINAPI *LoadLibraryW)(LPCWSTR);
    FARPROC (WINAPI *GetProcAddress)(HMODULE, LPCSTR);
    DWORD (WINAPI *GetLastError)(void);
    BOOL (WINAPI *SetEvent)(HANDLE);
    DWORD (WINAPI *WaitForSingleObject)(HANDLE, DWORD);
    BOOL (WINAPI *TerminateProcess)(HANDLE, UINT);
    HANDLE failed;        /* signalled when it could not be done */
    HANDLE parent;        /* who then reads this and ends the child, or has died */
    ULONG stage;          /* enum child_stage */
    DWORD error;          /* why it went no further */
    UINT exit_code;       /* the child's, if nobody is left to end it */
    char entry[16];
    WCHAR dll[MAX_PATH];
};

void WINAPI child_apc(ULONG_PTR request);
void child_apc_end(void);

#endif
