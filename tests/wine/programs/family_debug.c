/* SPDX-License-Identifier: MIT */
/* A parent that debugs its child, on the thread that created it. */
#include "family.h"

#include <stdlib.h>

struct seen {
    unsigned processes, ended, live;
    DWORD exception;  /* the first one other than a breakpoint */
};

/* Modules and threads that come and go are the system's and our own matter. */
static DWORD take(const DEBUG_EVENT *event, struct seen *seen)
{
    DWORD code = event->u.Exception.ExceptionRecord.ExceptionCode;

    switch (event->dwDebugEventCode) {
    case CREATE_PROCESS_DEBUG_EVENT:
        seen->processes++;
        seen->live++;
        CloseHandle(event->u.CreateProcessInfo.hFile);
        break;
    case EXIT_PROCESS_DEBUG_EVENT:
        seen->ended++;
        seen->live--;
        break;
    case LOAD_DLL_DEBUG_EVENT:
        CloseHandle(event->u.LoadDll.hFile);
        break;
    case EXCEPTION_DEBUG_EVENT:
        if (code == EXCEPTION_BREAKPOINT) break;
        if (!seen->exception) seen->exception = code;
        return DBG_EXCEPTION_NOT_HANDLED;
    }
    return DBG_CONTINUE;
}

/* debug FLAGS DESCENDANTS: until the processes that it debugs have ended. */
void parent_debug(void)
{
    const DWORD flags = wcstoul(argument(1), NULL, 0);
    struct seen seen = { 0 };
    PROCESS_INFORMATION child;
    DEBUG_EVENT event;

    start(own_line(L"chain %ls", argument(2)), flags, &child);
    if (flags & CREATE_SUSPENDED) say("resumed: %lu", ResumeThread(child.hThread));
    do {
        if (!WaitForDebugEvent(&event, PATIENCE_MS)) {
            say("no event: error %lu", GetLastError());
            break;
        }
        if (!ContinueDebugEvent(event.dwProcessId, event.dwThreadId, take(&event, &seen))) say("error %lu", GetLastError());
    } while (seen.live);
    say("%u processes, %u ended, exception 0x%lx", seen.processes, seen.ended, seen.exception);
    end_of(&child, TRUE);
}
