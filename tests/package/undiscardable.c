/* SPDX-License-Identifier: MIT */
/* Part of a program: before it begins, no section of kernel32.dll and kernelbase.dll is marked as one that is not used any
   more. */
#include <windows.h>

static void mark_sections(HMODULE module)
{
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)((BYTE *)module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(nt);
    DWORD before, i;

    if (!VirtualProtect(module, 0x1000, PAGE_READWRITE, &before)) return;
    for (i = 0; i < nt->FileHeader.NumberOfSections; i++) section[i].Characteristics &= ~IMAGE_SCN_MEM_DISCARDABLE;
    VirtualProtect(module, 0x1000, before, &before);
}

static void NTAPI begin(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH) return;
    mark_sections(GetModuleHandleW(L"kernel32.dll"));
    mark_sections(GetModuleHandleW(L"kernelbase.dll"));
}

__attribute__((section(".CRT$XLB"), used)) const PIMAGE_TLS_CALLBACK before_the_program = begin;
