/* SPDX-License-Identifier: MIT */
/* A DLL that detaching.exe is linked with, so that the system loads it before cycletime.dll and detaches it later. */
#include <windows.h>

__declspec(dllexport) void (*at_thread_detach)(void), (*at_process_detach)(void);

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance;
    (void)reserved;
    if (reason == DLL_THREAD_DETACH && at_thread_detach) at_thread_detach();
    if (reason == DLL_PROCESS_DETACH && at_process_detach) at_process_detach();
    return TRUE;
}
