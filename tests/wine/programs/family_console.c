/* SPDX-License-Identifier: MIT */
/* A program that waits for a console event. */
#include "family.h"

#include <stdlib.h>

static HANDLE came;
static DWORD which;

static BOOL WINAPI handle(DWORD event)
{
    which = event;
    SetEvent(came);
    return TRUE;
}

void parent_console(void)
{
    came = CreateEventW(NULL, TRUE, FALSE, NULL);
    SetConsoleCtrlHandler(handle, TRUE);
    say("waits, %s", hook_state());
    if (WaitForSingleObject(came, 10000)) exit(1);
    Sleep(200);  /* lets other receivers of the event finish */
    say("event %lu", which);
    exit(90 + (int)which);
}
