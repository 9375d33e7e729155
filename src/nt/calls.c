/* SPDX-License-Identifier: MIT */
#include "calls.h"

typedef struct _ANSI_STRING {
    USHORT Length, MaximumLength;
    const char *Buffer;
} ANSI_STRING;

/* Used where GetProcAddress would be, because that sets the last error for a name that is not there. */
typedef NTSTATUS (WINAPI *LdrGetProcedureAddress_t)(HMODULE, const ANSI_STRING *, ULONG, PVOID *);

static PVOID allocate(SIZE_T size)
{
    return HeapAlloc(GetProcessHeap(), 0, size);
}

static void release(PVOID block)
{
    HeapFree(GetProcessHeap(), 0, block);
}

static PVOID find(HMODULE ntdll, LdrGetProcedureAddress_t lookup, const char *name)
{
    ANSI_STRING string = { 0, 0, name };
    PVOID function = NULL;

    while (name[string.Length]) string.Length++;
    string.MaximumLength = string.Length + 1;
    return NT_SUCCESS(lookup(ntdll, &string, 0, &function)) ? function : NULL;
}

const struct nt_calls *nt_calls(void)
{
    static struct nt_calls bound;
    static LONG ready;
    LdrGetProcedureAddress_t lookup;
    HMODULE ntdll;

    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) return &bound;

    /* Threads that come here at once all store the same. */
    ntdll = GetModuleHandleW(L"ntdll.dll");
    lookup = (LdrGetProcedureAddress_t)(PVOID)GetProcAddress(ntdll, "LdrGetProcedureAddress");
#define BIND(name) __atomic_store_n((PVOID *)&bound.name, find(ntdll, lookup, #name), __ATOMIC_RELAXED)
    BIND(NtQueryInformationThread);
    BIND(NtQueryInformationProcess);
    BIND(NtQuerySystemInformation);
    BIND(NtQueryPerformanceCounter);
    BIND(RtlNtStatusToDosError);
#undef BIND
    bound.GetCurrentThreadId = GetCurrentThreadId;
    bound.GetCurrentProcessId = GetCurrentProcessId;
    bound.allocate = allocate;
    bound.release = release;
    /* Some builds hide the version; the way to their Unix side they cannot hide. */
    bound.is_wine = find(ntdll, lookup, "wine_get_version") || find(ntdll, lookup, "__wine_unix_call")
                    || find(ntdll, lookup, "__wine_unix_call_dispatcher");
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return &bound;
}
