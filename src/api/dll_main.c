/* SPDX-License-Identifier: MIT */
#include "../query/host_state.h"

/* No library is loaded here, no lock taken, no server called: the Linux side is notified if it is in use. */
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance;
    if (reason == DLL_THREAD_ATTACH) query_host_thread_begins();
    if (reason == DLL_THREAD_DETACH) query_host_thread_ends();
    if (reason == DLL_PROCESS_DETACH && reserved) query_host_process_ends();
    return TRUE;
}
