/* SPDX-License-Identifier: MIT */
/* A DLL that asks cycletime in its DllMain, where nothing may be loaded. */
#include "cycletime.h"

__declspec(dllexport) CYCLETIME_UNIXLIB_STATE state_in_dll_main;
__declspec(dllexport) BOOL answered_in_dll_main;

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    HMODULE cycletime = GetModuleHandleA("cycletime.dll");
    BOOL (WINAPI *query)(CYCLETIME_UNIXLIB_STATE *) = (void *)GetProcAddress(cycletime, "CycletimeQueryUnixlibState");
    BOOL (WINAPI *cycles)(HANDLE, PULONG64) = (void *)GetProcAddress(cycletime, "QueryThreadCycleTime");
    ULONG64 value;

    (void)instance;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    answered_in_dll_main = cycles && cycles(GetCurrentThread(), &value);
    return query && query(&state_in_dll_main);
}
