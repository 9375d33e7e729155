/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "memory.h"

typedef struct _ANSI_STRING {
    USHORT Length, MaximumLength;
    const char *Buffer;
} ANSI_STRING;

/* Used where GetProcAddress would be, because that sets the last error for a name that is not there. */
typedef NTSTATUS (WINAPI *LdrGetProcedureAddress_t)(HMODULE, const ANSI_STRING *, ULONG, PVOID *);

static PVOID find(HMODULE module, LdrGetProcedureAddress_t lookup, const char *name)
{
    ANSI_STRING string = { 0, 0, name };
    PVOID function = NULL;

    while (name[string.Length]) string.Length++;
    string.MaximumLength = string.Length + 1;
    return NT_SUCCESS(lookup(module, &string, 0, &function)) ? function : NULL;
}

/* None before Windows 7; GetModuleHandle would set the last error then. */
static HMODULE find_kernelbase(HMODULE ntdll, LdrGetProcedureAddress_t lookup)
{
    static const WCHAR name[] = L"kernelbase.dll";
    const UNICODE_STRING string = { sizeof name - sizeof *name, sizeof name, (PWSTR)name };
    NTSTATUS (WINAPI *get_handle)
    (PCWSTR, PULONG, const UNICODE_STRING *, HMODULE *) = find(ntdll, lookup, "LdrGetDllHandle");
    HMODULE module;

    return get_handle && NT_SUCCESS(get_handle(NULL, NULL, &string, &module)) ? module : NULL;
}

static struct nt_calls bound;

/* Threads that come here at once all have the same; what was replaced since stays. */
static void set_once(PVOID *at, PVOID function)
{
    PVOID none = NULL;

    __atomic_compare_exchange_n(at, &none, function, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

const struct nt_calls *nt_calls(void)
{
    static LONG ready;
    LdrGetProcedureAddress_t lookup;
    HMODULE ntdll, kernelbase;

    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) return &bound;

    ntdll = GetModuleHandleW(L"ntdll.dll");
    lookup = (LdrGetProcedureAddress_t)(PVOID)GetProcAddress(ntdll, "LdrGetProcedureAddress");
#define BIND_IN(module, name) set_once((PVOID *)&bound.name, find(module, lookup, #name))
#define BIND(name) BIND_IN(ntdll, name)
    BIND(NtQueryInformationThread);
    BIND(NtQueryInformationProcess);
    BIND(NtQuerySystemInformation);
    BIND(NtQuerySystemInformationEx);
    BIND(NtQueryInformationJobObject);
    BIND(NtIsProcessInJob);
    BIND(NtDuplicateObject);
    BIND(NtClose);
    BIND(NtQueryPerformanceCounter);
    BIND(RtlGetCurrentProcessorNumberEx);
    BIND(RtlQueryEnvironmentVariable_U);
    BIND(RtlNtStatusToDosError);
    BIND(RtlGetInterruptTimePrecise);
    BIND(NtQueryVirtualMemory);
    BIND(NtProtectVirtualMemory);
    BIND(NtAllocateVirtualMemory);
    BIND(NtFreeVirtualMemory);
    BIND(LdrLoadDll);
    BIND(LdrUnloadDll);
    BIND(RtlIsCriticalSectionLockedByThread);
    BIND(RtlGetCurrentPeb);
    BIND(RtlAcquirePebLock);
    BIND(RtlReleasePebLock);
    BIND(RtlGetLastWin32Error);
    BIND(RtlRestoreLastWin32Error);
    BIND(NtOpenProcess);
    BIND(NtCreateJobObject);
    BIND(NtReadVirtualMemory);
    BIND(wine_get_version);
    set_once((PVOID *)&bound.unix_call_dispatcher, find(ntdll, lookup, "__wine_unix_call_dispatcher"));
    if ((kernelbase = find_kernelbase(ntdll, lookup))) {
        BIND_IN(kernelbase, QueryAuxiliaryCounterFrequency);
        BIND_IN(kernelbase, ConvertAuxiliaryCounterToPerformanceCounter);
        BIND_IN(kernelbase, ConvertPerformanceCounterToAuxiliaryCounter);
    }
#undef BIND
#undef BIND_IN
    bound.shared = (const volatile SHARED_USER_DATA *)(ULONG_PTR)0x7ffe0000;
    bound.GetCurrentThreadId = GetCurrentThreadId;
    bound.GetCurrentProcessId = GetCurrentProcessId;
    bound.GetModuleHandleExW = GetModuleHandleExW;
    bound.GetModuleFileNameW = GetModuleFileNameW;
    bound.allocate = memory_allocate;
    bound.release = memory_release;
    /* Some builds hide the version; the way to their Unix side they cannot hide. */
    bound.is_wine = bound.wine_get_version || bound.unix_call_dispatcher || find(ntdll, lookup, "__wine_unix_call");
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return &bound;
}

void nt_calls_replace(PVOID from, PVOID to)
{
    PVOID *const calls = (PVOID *)(PVOID)&bound; /* but for a flag, it is an array of pointers */
    ULONG i;

    for (i = 0; i < sizeof bound / sizeof *calls; i++)
        if (calls[i] == from) __atomic_store_n(&calls[i], to, __ATOMIC_RELEASE);
}
