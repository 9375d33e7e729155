/* SPDX-License-Identifier: MIT */
/* The hooks: what replaces the functions of the system, and how it is installed. */
#ifndef CYCLETIME_HOOKS_H
#define CYCLETIME_HOOKS_H

#include "library/nt/nt.h"
#include "library/nt/structures.h"

#include <windows.h>

/* Replaces the functions of the export lists (def/) in this process, all or none. FLAGS: CYCLETIME_HOOK_... A second
   call does nothing and returns STATUS_OBJECT_NAME_EXISTS, which is a success. */
NTSTATUS install_hooks(ULONG flags);

/* The FUNCTIONS of enum hook_report (protocol/run_options.h), by which copies of another version are reported. */
void share_report_to(ULONG64 functions);

struct hook;

/* Sets *HOOK to the import by which kernelbase ends a process because of Ctrl-C. Returns FALSE if there is none. */
BOOLEAN control_events_find(struct hook *hook);

/* Returns the exit code to record if the calling thread ends this process with CODE. */
ULONG control_events_code(ULONG code);

/* Replaces functions of Wine's pdh.dll, which few programs load, by those of src/counters. */

/* The caller holds the modules' lock. Replaces the functions of the pdh.dll that is loaded, and of each that is loaded from
   now on. If a step fails, only that pdh.dll stays as it is. */
void pdh_follow(void);

/* The system's functions that are hooked, besides those that cycletime exports itself: each replacement,
   Hooked..., and its trampoline, which is the system's function as it was before and which the replacement calls; NULL
   where the system has none. replacements.c has the clocks, which are replaced only under CYCLETIME_HOOK_FAST_CLOCK;
   jobs.c has NT's calls about jobs, by which cycletime keeps which process is in which job, when a job's period began, and
   with which exit code a job was ended;
   nt_queries.c has NT's queries, which answer some classes and leave the others to the system; replacements.c has the
   functions that end processes, at which times and exit codes are kept; counter_hooks.c has RegQueryValueEx, which adds
   cycletime's values to those of the performance keys. */

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
