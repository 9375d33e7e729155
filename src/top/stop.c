/* SPDX-License-Identifier: MIT */
#include "stop.h"

enum { PATIENCE = 4000 };  /* ms; the system's own is 5 s */

static HANDLE asked, done;

static BOOL WINAPI hear(DWORD event)
{
    SetEvent(asked);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) WaitForSingleObject(done, PATIENCE);
    return TRUE;
}

HANDLE stop_begin(void)
{
    asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    done = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!asked || !done || !SetConsoleCtrlHandler(hear, TRUE)) return NULL;
    SetConsoleCtrlHandler(NULL, FALSE);  /* Ctrl-C may have been turned off by who started us */
    return asked;
}

void stop_done(void)
{
    SetEvent(done);
}
