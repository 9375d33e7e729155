/* SPDX-License-Identifier: MIT */
/* A program without pdh.dll: prints which modules are in it, and "threads" and how many there are. */
#include <windows.h>
#include <stdio.h>
#include <tlhelp32.h>

int main(void)
{
    const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPMODULE | TH32CS_SNAPTHREAD, 0);
    MODULEENTRY32 module = { .dwSize = sizeof module };
    THREADENTRY32 thread = { .dwSize = sizeof thread };
    int threads = 0;
    BOOL found;

    if (all == INVALID_HANDLE_VALUE) return 1;
    for (found = Module32First(all, &module); found; found = Module32Next(all, &module))
        printf("module %s\n", module.szModule);
    for (found = Thread32First(all, &thread); found; found = Thread32Next(all, &thread))
        threads += thread.th32OwnerProcessID == GetCurrentProcessId();
    printf("threads %d\n", threads);
    CloseHandle(all);
    return 0;
}
