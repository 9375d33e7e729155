/* SPDX-License-Identifier: MIT */
/* A program that waits for a console event. */
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
    say("waits, %s", hook_state());
    if (WaitForSingleObject(came, 10000)) return 1;
    Sleep(200);  /* lets other receivers of the event finish */
    say("event %lu", which);
    return 90 + (int)which;
}
