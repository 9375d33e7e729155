/* SPDX-License-Identifier: MIT */
#include "stop.h"

static HANDLE asked;

/* At a console's end the system ends who returns. And a process that ends just when this thread does can be lost under
   Wine: it hangs until it is killed, or crashes. So the thread stays until the process is over. */
static BOOL WINAPI hear(DWORD event)
{
    (void)event;
    SetEvent(asked);
    Sleep(INFINITE);
    return TRUE;
}

HANDLE stop_begin(void)
{
    asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!asked || !SetConsoleCtrlHandler(hear, TRUE)) return NULL;
    SetConsoleCtrlHandler(NULL, FALSE); /* Ctrl-C may have been turned off by who started us */
    return asked;
}
