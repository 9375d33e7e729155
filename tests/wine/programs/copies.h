/* SPDX-License-Identifier: MIT */
/* A program that knows of cycletime.dll reports this about it. */
#ifndef COPIES_H
#define COPIES_H

#include "plain.h"

#include <psapi.h>
#include <string.h>

static inline int copies(void)
{
    HMODULE modules[256];
    char name[MAX_PATH];
    DWORD size = 0, i;
    int count = 0;

    K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &size);
    for (i = 0; i < size / sizeof *modules; i++)
        count += K32GetModuleBaseNameA(GetCurrentProcess(), modules[i], name, sizeof name)
            && !_stricmp(name, "cycletime.dll");
    return count;
}

/* Whether the one is the program's, which lies beside it. */
static inline BOOL copy_is_beside(void)
{
    char own[MAX_PATH] = "", copy[MAX_PATH] = "";

    GetModuleFileNameA(NULL, own, sizeof own);
    GetModuleFileNameA(GetModuleHandleA("cycletime.dll"), copy, sizeof copy);
    return *own && *copy && strrchr(own, '\\') - own == strrchr(copy, '\\') - copy
        && !_strnicmp(own, copy, strrchr(own, '\\') - own);
}

static inline HMODULE module_of(const void *function)
{
    HMODULE module = NULL;

    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, function,
                       &module);
    return module;
}

static inline BOOL is_hooked(void)
{
    HMODULE kernel32 = GetModuleHandleA("kernel32.dll");
    HMODULE module = module_of((void *)GetProcAddress(kernel32, "QueryThreadCycleTime"));

    return module != kernel32 && module != GetModuleHandleA("kernelbase.dll");
}

/* Where kernel32 says that its exports' names are. */
static inline DWORD export_table(void)
{
    const BYTE *module = (BYTE *)GetModuleHandleA("kernel32.dll");
    const IMAGE_NT_HEADERS *nt = (void *)(module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);

    const IMAGE_EXPORT_DIRECTORY *exports =
        (void *)(module + nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress);

    return exports->AddressOfNames;
}

static inline void report_copies(void)
{
    SetLastError(0);
    plain_say("copies", "count", TRUE, copies());
    plain_say("copies", "beside", copy_is_beside(), 0);
    plain_say("copies", "hooked", is_hooked(), export_table());
}

#endif
