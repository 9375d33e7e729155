/* SPDX-License-Identifier: MIT */
/* The system's functions that are hooked, besides those that cycletime exports itself: each replacement,
   Hooked..., and its trampoline, which is the system's function as it was before and which the replacement calls; NULL
   where the system has none. replaced_clocks.c has the clocks, which are replaced only under CYCLETIME_HOOK_FAST_CLOCK;
   jobs.c has NT's calls about jobs, by which cycletime keeps which process is in which job and when a job's period began;
   nt_queries.c has NT's queries, which answer some classes and leave the others to the system; process_end.c has the
   functions that end processes, at which times and exit codes are kept; registry.c has RegQueryValueEx, which adds
   cycletime's values to those of the performance keys. */
#ifndef CYCLETIME_TRAMPOLINES_H
#define CYCLETIME_TRAMPOLINES_H

#include "library/nt/nt.h"

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
