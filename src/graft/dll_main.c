/* SPDX-License-Identifier: MIT */
#include "../query/unixlib_state.h"

/* This loads no library, takes no lock and calls no server: the Linux side is notified if it is in use. Detaches are not
   passed on, because other modules' code runs after them; the Linux side learns from Linux that a thread or the process
   ends. */
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance;
    (void)reserved;
    if (reason == DLL_THREAD_ATTACH) query_unixlib_thread_begins();
    return TRUE;
}
