/* SPDX-License-Identifier: MIT */
#include "modules.h"

#include <stddef.h>

/* As far as they are read; the same since NT 5 (phnt; Wine's winternl.h). */
typedef struct _PEB_LDR_DATA {
    ULONG Length;
    BOOLEAN Initialized;
    HANDLE SsHandle;
    LIST_ENTRY InLoadOrderModuleList;
} PEB_LDR_DATA;

typedef struct _PEB {
    BYTE InheritedAddressSpace, ReadImageFileExecOptions, BeingDebugged, BitField;
    HANDLE Mutant;
    PVOID ImageBaseAddress;
    PEB_LDR_DATA *Ldr;
} PEB;

typedef struct _LDR_DATA_TABLE_ENTRY {
    LIST_ENTRY InLoadOrderLinks, InMemoryOrderLinks, InInitializationOrderLinks;
    PVOID DllBase;
} LDR_DATA_TABLE_ENTRY;

_Static_assert(offsetof(PEB, Ldr) == 3 * sizeof(void *), "PEB");
_Static_assert(offsetof(LDR_DATA_TABLE_ENTRY, DllBase) == 6 * sizeof(void *), "LDR_DATA_TABLE_ENTRY");

static FARPROC ntdll_function(const char *name)
{
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
}

NTSTATUS modules_lock(ULONG_PTR *cookie)
{
    NTSTATUS (WINAPI *lock)(ULONG, PULONG, PULONG_PTR) = (PVOID)ntdll_function("LdrLockLoaderLock");

    return lock ? lock(0, NULL, cookie) : STATUS_NOT_SUPPORTED;
}

void modules_unlock(ULONG_PTR cookie)
{
    NTSTATUS (WINAPI *unlock)(ULONG, ULONG_PTR) = (PVOID)ntdll_function("LdrUnlockLoaderLock");

    unlock(0, cookie);
}

void modules_visit(BOOLEAN (*visit)(PVOID base, PVOID context), PVOID context)
{
    PEB *(WINAPI *current_peb)(void) = (PVOID)ntdll_function("RtlGetCurrentPeb");
    LIST_ENTRY *head = &current_peb()->Ldr->InLoadOrderModuleList, *link;

    for (link = head->Flink; link != head; link = link->Flink)
        if (!visit(((LDR_DATA_TABLE_ENTRY *)link)->DllBase, context)) return;
}
