/* SPDX-License-Identifier: MIT */
/* A DLL that refuses to load if REFUSES is 1. */
#include <windows.h>

__declspec(dllexport) int answer(void)
{
    return 42;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    return !REFUSES || reason != DLL_PROCESS_ATTACH;
}
