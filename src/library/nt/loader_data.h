/* SPDX-License-Identifier: MIT */
/* The parts that are used of the process's environment block and of the loader's list of modules; the same since NT 5, but
   for the locks and slots since NT 4 (phnt; Wine's winternl.h). */
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

typedef struct _RTL_BITMAP {
    ULONG SizeOfBitMap;
    PULONG Buffer;
} RTL_BITMAP;

struct process_environment { /* PEB */
    BYTE InheritedAddressSpace, ReadImageFileExecOptions, BeingDebugged, BitField;
    HANDLE Mutant;
    PVOID ImageBaseAddress;
    struct loader_data *Ldr;
    PVOID BeforeLock[3];
    RTL_CRITICAL_SECTION *FastPebLock;
    BYTE BeforeSlots[sizeof(void *) == 8 ? 0x38 : 0x20];
    RTL_BITMAP *TlsBitmap; /* a bit for each slot of thread-local storage that is taken */
    BYTE BeforeProcessors[sizeof(void *) == 8 ? 0x38 : 0x20];
    ULONG NumberOfProcessors;
    BYTE Between[sizeof(void *) == 8 ? 0x54 : 0x38];
    RTL_CRITICAL_SECTION *LoaderLock;
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
_Static_assert(offsetof(struct process_environment, TlsBitmap) == (sizeof(void *) == 8 ? 0x78 : 0x40), "PEB");
_Static_assert(offsetof(struct process_environment, NumberOfProcessors) == (sizeof(void *) == 8 ? 0xb8 : 0x64), "PEB");
_Static_assert(offsetof(struct process_environment, LoaderLock) == (sizeof(void *) == 8 ? 0x110 : 0xa0), "PEB");
_Static_assert(offsetof(struct loaded_module, DllBase) == 6 * sizeof(void *), "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct loaded_module, BaseDllName) == (sizeof(void *) == 8 ? 0x58 : 0x2c), "LDR_DATA_TABLE_ENTRY");

#endif
