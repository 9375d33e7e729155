/* SPDX-License-Identifier: MIT */
/* A program that is linked with cycletime.dll itself. */
#include <stdio.h>
#include <windows.h>

#include <tlhelp32.h>

__declspec(dllimport) ULONG WINAPI CycletimeQueryVersion(void);

static BOOL is_kernel32s(PVOID function)
{
    HMODULE module;

    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              function, &module)
        && (module == GetModuleHandleW(L"kernel32.dll") || module == GetModuleHandleW(L"kernelbase.dll"));
}

static unsigned copies(void)
{
    const HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, 0);
    MODULEENTRY32 module = { .dwSize = sizeof module };
    unsigned count = 0;
    BOOL more;

    for (more = Module32First(list, &module); more; more = Module32Next(list, &module))
        count += !lstrcmpiA(module.szModule, "cycletime.dll");
    CloseHandle(list);
    return count;
}

int main(void)
{
    printf("version 0x%lx, copies %u, %s\n", CycletimeQueryVersion(), copies(),
           is_kernel32s((PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "QueryThreadCycleTime"))
               ? "plain" : "hooked");
    return 0;
}
