/* SPDX-License-Identifier: MIT */
/* Binds ntdll's and kernel32's functions once, at first use. Functions that older systems lack are NULL. */
#include "library/nt/calls.h"

const struct list_entry *nt_modules(void)
{
    return &((const struct process_environment *)(PVOID)thread_block_read(THREAD_PEB))->loader->modules;
}

/* The loader's functions are not called, since a suspended thread may hold its lock. ntdll is the second module in its
   list; kernelbase, which exists since Windows 7, is among the first six. Neither is ever unloaded. Wine: loader-list. */
static BYTE *find_module(const WCHAR *name, int among)
{
    const struct list_entry *const head = nt_modules(), *link;
    const struct loaded_module *module;
    USHORT i;

    for (link = head->next; link != head && among--; link = link->next) {
        module = (const struct loaded_module *)link;
        for (i = 0; i < module->name.length / sizeof *name && name[i]; i++)
            if ((module->name.text[i] | 0x20) != name[i]) break;
        if (!name[i] && i == module->name.length / sizeof *name) return module->base;
    }
    return NULL;
}

/* Returns NULL if the module exports nothing, and for a forwarder, which leads to another module. */
static PVOID module_export(BYTE *module, const char *name)
{
    const IMAGE_NT_HEADERS *nt = (PVOID)(module + ((const IMAGE_DOS_HEADER *)(PVOID)module)->e_lfanew);
    const IMAGE_DATA_DIRECTORY entry = nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
    const IMAGE_EXPORT_DIRECTORY *exports = (PVOID)(module + entry.VirtualAddress);
    const ULONG *names, *functions;
    const USHORT *ordinals;
    BOOLEAN is_there;
    ULONG i;

    if (!entry.Size) return NULL;
    names = (PVOID)(module + exports->AddressOfNames);
    functions = (PVOID)(module + exports->AddressOfFunctions);
    ordinals = (PVOID)(module + exports->AddressOfNameOrdinals);
    i = find_export_name(module, names, exports->NumberOfNames, name, &is_there);
    if (!is_there || functions[ordinals[i]] - entry.VirtualAddress < entry.Size) return NULL;
    return module + functions[ordinals[i]];
}

static PVOID find_loaded_export(const WCHAR *dll, const char *name)
{
    BYTE *module = find_module(dll, MAXLONG);

    return module ? module_export(module, name) : NULL;
}

static struct nt_calls bound;

/* Threads that run this at once store the same address; a function that was replaced since is kept. */
static void set_once(PVOID *at, PVOID function)
{
    PVOID none = NULL;

    __atomic_compare_exchange_n(at, &none, function, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

const struct nt_calls *nt_calls(void)
{
    static LONG ready;
    BYTE *ntdll, *kernelbase;

    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) return &bound;

    ntdll = find_module(L"ntdll.dll", 2);
#define BIND(module, name) set_once((PVOID *)&bound.name, module_export(module, #name));
#define BIND_IN_NTDLL(result, name, arguments) BIND(ntdll, name)
    NT_FUNCTIONS(BIND_IN_NTDLL)
    BIND(ntdll, wine_get_version)
    set_once((PVOID *)&bound.unix_call_dispatcher, module_export(ntdll, "__wine_unix_call_dispatcher"));
    kernelbase = find_module(L"kernelbase.dll", 6);
    if (kernelbase) {
        BIND(kernelbase, QueryAuxiliaryCounterFrequency)
        BIND(kernelbase, ConvertAuxiliaryCounterToPerformanceCounter)
        BIND(kernelbase, ConvertPerformanceCounterToAuxiliaryCounter)
    }
#undef BIND_IN_NTDLL
#undef BIND
    bound.GetModuleHandleExW = GetModuleHandleExW;
    bound.GetModuleFileNameW = GetModuleFileNameW;
    bound.shared = (const volatile SHARED_USER_DATA *)(ULONG_PTR)0x7ffe0000;
    bound.loaded_export = find_loaded_export;
    /* Some builds hide wine_get_version; they cannot hide the dispatcher of their Unix side.
       Wine: wine-version, dispatcher. */
    bound.is_wine = bound.wine_get_version || bound.unix_call_dispatcher || module_export(ntdll, "__wine_unix_call");
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return &bound;
}

void nt_calls_replace(PVOID from, PVOID to)
{
#define REPLACE(result, name, arguments) \
    if ((PVOID)bound.name == from) __atomic_store_n((PVOID *)&bound.name, to, __ATOMIC_RELEASE);
    NT_FUNCTIONS(REPLACE)
#undef REPLACE
}
