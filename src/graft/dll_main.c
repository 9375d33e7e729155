/* SPDX-License-Identifier: MIT */
#include "../query/unixlib_state.h"

/* This loads no library, takes no lock and calls no server: the Linux side is notified if it is in use. DLL_THREAD_DETACH is
   not passed on, because other modules' code runs on the thread after it; the Linux side learns of a thread's end from Linux. */
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance;
    if (reason == DLL_THREAD_ATTACH) query_unixlib_thread_begins();
    if (reason == DLL_PROCESS_DETACH && reserved) query_unixlib_process_ends();
    return TRUE;
}
