/* SPDX-License-Identifier: MIT */
/* The modules of this process and the loader's lock over them. */
#include "inject/hooks/modules.h"

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

const LIST_ENTRY *modules_list(void)
{
    struct process_environment *(WINAPI *current_peb)(void) = (PVOID)ntdll_function("RtlGetCurrentPeb");

    return &current_peb()->Ldr->InLoadOrderModuleList;
}
