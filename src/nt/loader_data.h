/* SPDX-License-Identifier: MIT */
/* The part that is read of the loader's list of modules; the same since NT 5 (phnt; Wine's winternl.h). */
#ifndef CYCLETIME_LOADER_DATA_H
#define CYCLETIME_LOADER_DATA_H

#include <windows.h>

#include <stddef.h>

struct loader_data { /* PEB_LDR_DATA */
    ULONG Length;
    BOOLEAN Initialized;
    HANDLE SsHandle;
    LIST_ENTRY InLoadOrderModuleList;
};

struct process_environment { /* PEB */
    BYTE InheritedAddressSpace, ReadImageFileExecOptions, BeingDebugged, BitField;
    HANDLE Mutant;
    PVOID ImageBaseAddress;
    struct loader_data *Ldr;
};

struct counted_string {           /* UNICODE_STRING */
    USHORT Length, MaximumLength; /* bytes */
    WCHAR *Buffer;
};

struct loaded_module { /* LDR_DATA_TABLE_ENTRY */
    LIST_ENTRY InLoadOrderLinks, InMemoryOrderLinks, InInitializationOrderLinks;
    PVOID DllBase;
    PVOID EntryPoint;
    ULONG SizeOfImage;
    struct counted_string FullDllName, BaseDllName;
};

_Static_assert(offsetof(struct process_environment, Ldr) == 3 * sizeof(void *), "PEB");
_Static_assert(offsetof(struct loaded_module, DllBase) == 6 * sizeof(void *), "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct loaded_module, BaseDllName) == (sizeof(void *) == 8 ? 0x58 : 0x2c), "LDR_DATA_TABLE_ENTRY");

#endif
