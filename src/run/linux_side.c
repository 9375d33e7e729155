/* SPDX-License-Identifier: MIT */
#include "linux_side.h"
#include "../cli/say.h"
#include "../nt/unix_side.h"

static const WCHAR *advice(CYCLETIME_HOST_STATE state)
{
    switch (state) {
    case CYCLETIME_HOST_STATE_NO_WAY:
        return L"this Wine has no way to it, or hides its version; CYCLETIME_HOST=0 does without";
    case CYCLETIME_HOST_STATE_MISSING:
        return L"it was not found; install again, in a folder without a blank or a colon in its name, or name its "
               L"directory in CYCLETIME_HOST";
    case CYCLETIME_HOST_STATE_NOT_LOADED:
        return L"Wine could not load it; start by \"cycletime run\" or \"wrap\", from a folder without a blank or a colon "
               L"in "
               L"its name, or let WINEDLLPATH name its directory";
    case CYCLETIME_HOST_STATE_OTHER_VERSION:
        return L"it is of another version; install again, and see what CYCLETIME_HOST and "
               L"WINEDLLPATH name";
    default: return NULL;
    }
}

void linux_side_report(void)
{
    const WCHAR *words = advice(unix_side_open());

    if (words) say(L"without the Linux side, so times are Wine's own, in steps of 10 ms: %ls", words);
}

void linux_side_report_counter(const WCHAR *library)
{
    HMODULE dll = LoadLibraryW(library);
    BOOL (WINAPI *query_clock)(CYCLETIME_HOST_CLOCK *) = dll ? (PVOID)GetProcAddress(dll, "CycletimeQueryHostClock") : NULL;
    CYCLETIME_HOST_CLOCK clock;

    if (query_clock && query_clock(&clock) && clock == CYCLETIME_HOST_CLOCK_NOT_TRUSTED)
        say(L"the processor's counter is not trusted, so a thread's question about itself costs a system call; where Linux "
            L"reads its clocks by it, it is");
}
