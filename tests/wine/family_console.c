/* SPDX-License-Identifier: MIT */
/* A program that waits for a console event, and one that sends it: both need a console. */
#include "family.h"

static HANDLE came;
static DWORD which;

static BOOL WINAPI handle(DWORD event)
{
    which = event;
    SetEvent(came);
    return TRUE;
}

int parent_console(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    came = CreateEventW(NULL, TRUE, FALSE, NULL);
    SetConsoleCtrlHandler(handle, TRUE);
    report("waits, %s", graft_state());
    if (WaitForSingleObject(came, 30000)) return 1;
    Sleep(200);  /* whoever else had the event has done what it does */
    report("event %lu", which);
    return 90 + (int)which;
}

/* break LINE: starts that in a process group of its own, and sends it Ctrl-Break when it waits. */
int parent_break(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    if (argc < 2 || !CreateProcessW(NULL, argv[1], NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &startup, &child)) {
        say("error %lu", GetLastError());
        return 1;
    }
    relay(1);
    if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child.dwProcessId)) say("error %lu", GetLastError());
    relay(1);
    end_of(&child, TRUE);
    return 0;
}
