/* SPDX-License-Identifier: MIT */
/* The part of a DLL that looks the functions up while the DLL is loaded. The DLL later queries by these. */
#include "plain.h"

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH) plain_look_up();
    return TRUE;
}
