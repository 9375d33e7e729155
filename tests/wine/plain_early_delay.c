/* SPDX-License-Identifier: MIT */
/* The part of a DLL that calls each of its delay-loaded imports while it is loaded. */
#include <windows.h>

#include <delayimp.h>

/* The linker's name for the table that PLAIN_DELAY_TABLE's import library brings. */
extern const ImgDelayDescr delay_table __asm__(PLAIN_DELAY_TABLE);

/* GNU ld before 2.41 does not name the table in the header, as every linker does that knows of delay loading. */
static void name_table(HMODULE module)
{
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)((BYTE *)module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    IMAGE_DATA_DIRECTORY *directory = &nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT];
    DWORD before;

    if (directory->VirtualAddress || !VirtualProtect(directory, sizeof *directory, PAGE_READWRITE, &before)) return;
    directory->VirtualAddress = (DWORD)((const BYTE *)&delay_table - (BYTE *)module);
    directory->Size = 2 * sizeof delay_table;
    VirtualProtect(directory, sizeof *directory, before, &before);
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved)
{
    FILETIME creation, exit, kernel, user;
    ULONG64 cycles;

    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    name_table(module);
    QueryThreadCycleTime(GetCurrentThread(), &cycles);
    QueryProcessCycleTime(GetCurrentProcess(), &cycles);
    GetThreadTimes(GetCurrentThread(), &creation, &exit, &kernel, &user);
    GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user);
    return TRUE;
}
