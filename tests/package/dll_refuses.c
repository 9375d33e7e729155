/* SPDX-License-Identifier: MIT */
/* A DLL that refuses to be loaded. */
#include <windows.h>

__declspec(dllexport) int answer(void);

int answer(void)
{
    return 1;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    (void)module, (void)reserved;
    return reason != DLL_PROCESS_ATTACH;
}
