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

static LIST_ENTRY *all_modules(void)
{
    struct process_environment *(WINAPI *current_peb)(void) = (PVOID)ntdll_function("RtlGetCurrentPeb");

    return &current_peb()->Ldr->InLoadOrderModuleList;
}

void modules_visit(BOOLEAN (*visit)(PVOID base, PVOID context), PVOID context)
{
    LIST_ENTRY *head = all_modules(), *link;

    for (link = head->Flink; link != head; link = link->Flink)
        if (!visit(((struct loaded_module *)link)->DllBase, context)) return;
}

PVOID modules_find(BOOLEAN (*is)(const struct counted_string *name))
{
    LIST_ENTRY *head = all_modules(), *link;
    const struct loaded_module *module;

    for (link = head->Flink; link != head; link = link->Flink) {
        module = (const struct loaded_module *)link;
        if (is(&module->BaseDllName)) return module->DllBase;
    }
    return NULL;
}
