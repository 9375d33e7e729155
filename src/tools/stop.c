/* SPDX-License-Identifier: MIT */
#include "tools/stop.h"

static HANDLE stop_asked;

/* The console's handler runs in a thread of its own. When the console closes, the system ends the process as soon as the
   handler returns. And under Wine a process that ends at the same time as this thread may hang until it is killed, or
   crash. So the thread stays until the process has ended. */
static BOOL WINAPI ask_to_stop(DWORD event)
{
    (void)event;
    SetEvent(stop_asked);
    Sleep(INFINITE);
    return TRUE;
}

HANDLE stop_hear(void)
{
    stop_asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!stop_asked || !SetConsoleCtrlHandler(ask_to_stop, TRUE)) return NULL;
    SetConsoleCtrlHandler(NULL, FALSE); /* the process that started this one may have turned Ctrl-C off */
    return stop_asked;
}
