/* SPDX-License-Identifier: MIT */
/* A program that is linked with cycletime.dll itself. */
#include <stdio.h>
#include <windows.h>

__declspec(dllimport) ULONG WINAPI CycletimeQueryVersion(void);

static BOOL is_kernel32s(PVOID function)
{
    HMODULE module;

    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              function, &module)
        && (module == GetModuleHandleW(L"kernel32.dll") || module == GetModuleHandleW(L"kernelbase.dll"));
}

int main(void)
{
    printf("version 0x%lx, %s\n", CycletimeQueryVersion(),
           is_kernel32s((PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "QueryThreadCycleTime"))
               ? "plain" : "grafted");
    return 0;
}
