/* SPDX-License-Identifier: MIT */
#include "child_apc.h"

/* The linker sorts sections by what follows the $, so the end comes behind the code. */
#define PLACED(order) __attribute__((section(".text$child_apc_" order), used, noinline))

PLACED("a") void WINAPI child_apc(ULONG_PTR argument)
{
    struct child_request *request = (struct child_request *)argument;
    BOOL (WINAPI *entry)(void);
    HMODULE dll;

    request->stage = CHILD_LOADS_DLL;
    if (!(dll = request->LoadLibraryW(request->dll))) goto failed;
    request->stage = CHILD_FINDS_ENTRY;
    if (!(entry = (PVOID)request->GetProcAddress(dll, request->entry))) goto failed;
    request->stage = CHILD_GRAFTS;
    if (!entry()) goto failed;
    request->stage = CHILD_IS_GRAFTED;
    return;

failed:
    request->error = request->GetLastError();
    request->SetEvent(request->failed);
    request->WaitForSingleObject(request->parent, INFINITE);
    request->TerminateProcess((HANDLE)(LONG_PTR)-1, request->exit_code);
}

PLACED("b") void child_apc_end(void)
{
}
