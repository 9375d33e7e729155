/* SPDX-License-Identifier: MIT */
/* The hooks: what replaces the functions of the system, and how it is installed. */
#ifndef CYCLETIME_HOOKS_H
#define CYCLETIME_HOOKS_H

#include "library/nt/nt.h"
#include "library/nt/structures.h"

#include <windows.h>

/* The caller holds the loader's lock. Returns the head of the loader's list of `struct loaded_module`, in load order. */
const struct list_entry *modules_list(void);

struct hook;

/* Sets *HOOK to the import by which kernelbase ends a process because of Ctrl-C. Returns FALSE if there is none. */
BOOLEAN process_end_find(struct hook *hook);

/* The caller holds the loader's lock. Replaces the functions of the pdh.dll that is loaded, and of each that is loaded from
   now on. If a step fails, only that pdh.dll stays as it is. */
void pdh_follow(void);

/* The system's functions that are hooked, besides those that cycletime exports itself. Each has a replacement, Hooked...,
   and a trampoline: the system's function as it was before, which the replacement calls; NULL where the system has none. */
#define HOOKED_FUNCTIONS(FUNCTION) \
    FUNCTION(void, GetSystemTimePreciseAsFileTime, (LPFILETIME)) \
    FUNCTION(LSTATUS, RegQueryValueExA, (HKEY, LPCSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD)) \
    FUNCTION(LSTATUS, RegQueryValueExW, (HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD)) \
    FUNCTION(BOOL, QueryPerformanceCounter, (LARGE_INTEGER *)) \
    FUNCTION(BOOL, RtlQueryPerformanceCounter, (LARGE_INTEGER *)) \
    FUNCTION(NTSTATUS, NtQueryPerformanceCounter, (LARGE_INTEGER *, LARGE_INTEGER *)) \
    FUNCTION(NTSTATUS, NtAssignProcessToJobObject, (HANDLE, HANDLE)) \
    FUNCTION(NTSTATUS, NtCreateJobObject, (PHANDLE, ACCESS_MASK, PVOID)) \
    FUNCTION(NTSTATUS, NtDuplicateObject, (HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG)) \
    FUNCTION(NTSTATUS, NtOpenJobObject, (PHANDLE, ACCESS_MASK, PVOID)) \
    FUNCTION(NTSTATUS, NtQueryInformationJobObject, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtSetInformationJobObject, (HANDLE, ULONG, PVOID, ULONG)) \
    FUNCTION(NTSTATUS, NtTerminateJobObject, (HANDLE, NTSTATUS)) \
    FUNCTION(NTSTATUS, NtTerminateProcess, (HANDLE, NTSTATUS)) \
    FUNCTION(NTSTATUS, NtQueryInformationProcess, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQueryInformationThread, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQuerySystemInformation, (ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQuerySystemInformationEx, (ULONG, PVOID, ULONG, PVOID, ULONG, PULONG))

#define DECLARE(result, name, arguments) result WINAPI Hooked##name arguments;
HOOKED_FUNCTIONS(DECLARE)
#undef DECLARE

struct trampolines {
#define DECLARE(result, name, arguments) result (WINAPI *name) arguments;
    HOOKED_FUNCTIONS(DECLARE)
#undef DECLARE
};

extern struct trampolines trampolines;

#endif
