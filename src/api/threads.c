/* SPDX-License-Identifier: MIT */
/* The system's notes that threads begin and end, and the process ends, given to the DLL. */
#include "../source/wine_host.h"

/* No library is loaded here, no lock taken, no server called: the Linux side is told, if it is in use. */
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance;
    if (reason == DLL_THREAD_ATTACH) wine_host_thread_begins();
    if (reason == DLL_THREAD_DETACH) wine_host_thread_ends();
    if (reason == DLL_PROCESS_DETACH && reserved) wine_host_process_ends();
    return TRUE;
}
