/* SPDX-License-Identifier: MIT */
/* What programs need and Wine refuses. Wine is called first, and its answer stands unless it is the known refusal. */
#include "inject/hooks/hooks.h"

/* Wine knows the modes of its own pipes only, and refuses those of Linux's, which a program has for its standard streams. A
   Linux pipe is always in this mode. libuv sets it before it uses a pipe, so that Node.js could not write to one.
   Wine: linux-pipe. */
static BOOLEAN is_refused_for_linux_pipe(HANDLE pipe, const DWORD *mode, const DWORD *count, const DWORD *timeout)
{
    if (GetLastError() != ERROR_INVALID_HANDLE || !mode || count || timeout) return FALSE;
    if (*mode != (PIPE_READMODE_BYTE | PIPE_WAIT)) return FALSE;
    /* GetFileType also knows STD_OUTPUT_HANDLE and the like, which are no handles. */
    return (LONG_PTR)pipe > 0 && GetFileType(pipe) == FILE_TYPE_PIPE;
}

BOOL WINAPI HookedSetNamedPipeHandleState(HANDLE Pipe, LPDWORD Mode, LPDWORD Count, LPDWORD Timeout)
{
    const DWORD before = GetLastError();
    BOOLEAN is_done;
    DWORD error;

    if (trampolines.SetNamedPipeHandleState(Pipe, Mode, Count, Timeout)) return TRUE;
    error = GetLastError();
    is_done = is_refused_for_linux_pipe(Pipe, Mode, Count, Timeout);
    SetLastError(is_done ? before : error);
    return is_done;
}
