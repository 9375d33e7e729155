/* SPDX-License-Identifier: MIT */
/* A DLL that looks the functions up while it is loaded, and asks by what it found then. */
#include "plain_library.h"

static struct plain_functions kernel32, kernelbase;

static void look_up(const WCHAR *name, struct plain_functions *found)
{
    HMODULE from = GetModuleHandleW(name);

    *found = (struct plain_functions){
        (void *)GetProcAddress(from, "QueryThreadCycleTime"), (void *)GetProcAddress(from, "QueryProcessCycleTime"),
        (void *)GetProcAddress(from, "GetThreadTimes"), (void *)GetProcAddress(from, "GetProcessTimes") };
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    look_up(L"kernel32.dll", &kernel32);
    look_up(L"kernelbase.dll", &kernelbase);
    return TRUE;
}

void library_ask(HANDLE other)
{
    plain_ask("kernel32", &kernel32, other);
    plain_ask("kernelbase", &kernelbase, other);
}
