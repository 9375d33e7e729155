/* SPDX-License-Identifier: MIT */
/* The part of a DLL that calls each of its delay-loaded imports while it is loaded. */
#include <windows.h>

#include <delayimp.h>

extern const ImgDelayDescr descriptor __asm__(PLAIN_DELAY_DESCRIPTOR);

/* Which the header names, as other linkers make it and GNU ld 2.40 does not. */
static void make_table(HMODULE module)
{
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)((BYTE *)module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    IMAGE_DATA_DIRECTORY *directory = &nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT];
    static ImgDelayDescr table[2];  /* the last is empty */
    DWORD before;

    if (directory->VirtualAddress || !VirtualProtect(directory, sizeof *directory, PAGE_READWRITE, &before)) return;
    table[0] = descriptor;
    directory->VirtualAddress = (DWORD)((BYTE *)table - (BYTE *)module);
    directory->Size = sizeof table;
    VirtualProtect(directory, sizeof *directory, before, &before);
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    FILETIME creation, exit, kernel, user;
    ULONG64 cycles;

    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    make_table(module);
    QueryThreadCycleTime(GetCurrentThread(), &cycles);
    QueryProcessCycleTime(GetCurrentProcess(), &cycles);
    GetThreadTimes(GetCurrentThread(), &creation, &exit, &kernel, &user);
    GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user);
    return TRUE;
}
