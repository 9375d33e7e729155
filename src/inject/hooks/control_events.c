/* SPDX-License-Identifier: MIT */
/* Ctrl-C, and the other events of a console that end a program which does not handle them. Windows then ends the process
   with STATUS_CONTROL_C_EXIT, Wine with 0, which would count as a success. */
#include "inject/hooks/hooks.h"
#include "library/query/query.h"

static DWORD ending_thread; /* on which Wine ends this process because of such an event; 0: none */

/* Wine calls the handlers of a process in the reverse of the order in which they were set, and after them its own, which
   ends the process. This one is set before the program begins, so only Wine's own comes after it. */
static BOOL WINAPI note_event(DWORD event)
{
    (void)event;
    ending_thread = GetCurrentThreadId();
    query_unixlib_process_exits((ULONG)STATUS_CONTROL_C_EXIT);
    return FALSE;
}

void control_events_follow(void)
{
    SetConsoleCtrlHandler(note_event, TRUE);
}

ULONG control_events_code(ULONG code)
{
    return !code && GetCurrentThreadId() == ending_thread ? (ULONG)STATUS_CONTROL_C_EXIT : code;
}
