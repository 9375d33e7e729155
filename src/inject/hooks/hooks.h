/* SPDX-License-Identifier: MIT */
/* The hooks: the tables of what replaces what, and how they are installed. */
#ifndef CYCLETIME_HOOKS_H
#define CYCLETIME_HOOKS_H

#include "library/nt/nt.h"
#include "library/nt/structures.h"

#include <windows.h>

/* The export lists in def/ as data: which function replaces which. */

/* The three modules, and the functions that are replaced only when the fast clock is selected. */
enum { HOOK_KERNEL32 = 1, HOOK_KERNELBASE = 2, HOOK_NTDLL = 4, HOOK_FAST_CLOCK = 8 };

struct hook_table_entry {
    const char *name;
    PVOID function;
    PVOID *trampoline; /* the system's function, which ours calls; NULL: ours calls none, and may be new */
    ULONG where;       /* HOOK_... */
};

enum {
#define ENTRY(name, modules) HOOK_AT_##name,
#define NT_ENTRY(prefix, name, modules) HOOK_AT_##prefix##name,
#include "export_list.inc"
#include "hooks.inc"
#undef NT_ENTRY
#undef ENTRY
    HOOK_COUNT
};

extern const struct hook_table_entry hook_table[HOOK_COUNT];

/* A subset of the hook table. */
struct hook_table_set {
    BOOLEAN has[HOOK_COUNT];
};

/* The functions that WHERE selects: one module, and whether with the fast clock. */
static inline struct hook_table_set hook_table_choose(ULONG where)
{
    struct hook_table_set set = { { FALSE } };
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++)
        set.has[i] =
            hook_table[i].where & where & ~(ULONG)HOOK_FAST_CLOCK && !(hook_table[i].where & HOOK_FAST_CLOCK & ~where);
    return set;
}

/* Replaces the functions of the export lists (def/) in this process, all or none. FLAGS: CYCLETIME_HOOK_... A second
   call does nothing and returns STATUS_OBJECT_NAME_EXISTS, which is a success. */
NTSTATUS install_hooks(ULONG flags);

/* The FUNCTIONS of enum hook_report (protocol/run_options.h), by which copies of another version are reported. */
void share_report_to(ULONG64 functions);

/* The caller holds the lock. Calls VISIT with every module's base, in load order, until VISIT returns FALSE. */
void modules_visit(BOOLEAN (*visit)(PVOID base, PVOID context), PVOID context);

/* The caller holds the lock. Returns the first module in load order for whose name IS returns TRUE; NULL: none. */
PVOID modules_find(BOOLEAN (*is)(const struct counted_string *name));

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
