/* SPDX-License-Identifier: MIT */
/* The functions that replace the system's, and how they are put into export tables, import address tables and ntdll's
   system calls. All changes are prepared first, so that making them cannot fail. */
#ifndef CYCLETIME_HOOKS_H
#define CYCLETIME_HOOKS_H

#include "library/nt/nt.h"
#include "library/nt/structures.h"

#include <windows.h>

/* The system's functions that are hooked, besides those that cycletime exports itself. Each has a replacement, Hooked...,
   and a trampoline: the system's function as it was before, which the replacement calls; NULL where the system has none. */
#define HOOKED_FUNCTIONS(FUNCTION) \
    FUNCTION(void, GetSystemTimePreciseAsFileTime, (LPFILETIME)) \
    FUNCTION(LSTATUS, RegQueryValueExA, (HKEY, LPCSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD)) \
    FUNCTION(LSTATUS, RegQueryValueExW, (HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD)) \
    FUNCTION(BOOL, SetNamedPipeHandleState, (HANDLE, LPDWORD, LPDWORD, LPDWORD)) \
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

/* Regions are what VirtualQuery reports, which costs two system calls, so those that it reported last are kept. The caller
   holds the loader's lock. */

/* Called before modules are looked at: protections may have changed since. */
void regions_forget(void);

/* Returns the region that has the address, valid until the next call; NULL: there is none. */
const MEMORY_BASIC_INFORMATION *region_at(const void *at);

/* Pages of modules that are made writable for a moment: all are opened before the first is written to, so that no step in
   between can fail. A region costs one change of protection; one that is writable as it is, as most IAT entries are, costs
   none. */

struct page_region {
    BYTE *begin, *end; /* the whole region */
    BYTE *low, *high;  /* the pages of it that are to be written to, with those between them */
    DWORD protection;
    BOOLEAN is_writable; /* as it is */
};

struct pages {
    struct page_region *list; /* room for two elements per call of pages_add */
    ULONG count, opened;
};

/* Adds the pages of SIZE bytes from AT. */
NTSTATUS pages_add(struct pages *pages, PVOID at, SIZE_T size);

/* Makes all added pages writable until pages_close; executable memory stays executable. If that fails, those before stay
   open. */
NTSTATUS pages_open(struct pages *pages);

/* Restores the protection of all pages. A page on which that fails stays writable. */
void pages_close(struct pages *pages);

/* The memory of the new export tables: one block serves all modules that can reach it, and one change of protection
   makes all of it executable and read-only. */

enum { NEAR_BLOCKS = 4 };

struct near_block {
    BYTE *begin, *at, *end; /* AT: where its free part begins */
    DWORD before;           /* of a module's section: its protection; 0: the block was allocated */
};

struct near_pool {
    struct near_block blocks[NEAR_BLOCKS];
    ULONG count;
};

/* Adds a block of SIZE bytes behind the module at BASE. Returns NULL if there is no memory, or no room for a block. */
struct near_block *near_pool_add(struct near_pool *pool, const BYTE *base, SIZE_T size);

/* Returns SIZE writable bytes, aligned to 16, that offsets from the module at BASE reach: of a block of their own if no
   other has room, in the module itself if there is no memory behind it. NULL: there are none. */
BYTE *near_pool_take(struct near_pool *pool, BYTE *base, SIZE_T size);

/* Makes all that was taken executable and read-only. */
NTSTATUS near_pool_close(const struct near_pool *pool);

void near_pool_free(struct near_pool *pool);

/* A module's exports with some functions replaced or added. */

/* The fields of an export directory that change: the addresses of its arrays, and their lengths. */
struct export_arrays {
    ULONG function_count, name_count, functions, names, ordinals;
};

struct export_table {
    ULONG image_size;
    IMAGE_EXPORT_DIRECTORY *directory; /* the module's own, which stays where it is: some programs compare headers */
    struct export_arrays after;
};

/* Copies MODULE's arrays into memory of POOL and puts the functions of SET into the copies. Every other name and ordinal
   keeps its meaning. The module itself is not changed yet. */
NTSTATUS export_table_build(HMODULE module, const struct hook_table_set *set, struct near_pool *pool,
                            struct export_table *table);

/* Makes the module use the new arrays; the pages of its directory are open. The caller holds the loader's lock; a thread
   that reads the exports without that lock sees the old arrays or the new ones; for a moment it may not see the last names
   of the new ones. */
void export_table_use(const struct export_table *table);

/* The IAT entries, in all loaded modules, that were bound before the export tables changed. */

struct hook {
    PVOID from, to;
    /* FROM is NULL: the system lacks the function, and Wine's loader bound every import of it to some stub. */
    HMODULE module;
    const char *name;
    ULONG size;       /* of MODULE's image */
    HMODULE importer; /* the only module whose slots count; NULL: those of every module */
};

struct slot {
    PVOID *at;
    const struct hook *by; /* its TO, when it is written */
};

struct iat_entries {
    struct slot *list;
    ULONG count;
};

/* The caller holds the loader's lock. Finds every slot that holds a FROM, by value, since not every module keeps the names,
   and every slot of a NAME that the system lacks. LIST stays in use; its TO is not read yet. */
NTSTATUS iat_find_entries(const struct hook *list, ULONG count, struct iat_entries *slots);

/* Adds the pages that iat_write_entries writes to. */
NTSTATUS iat_add_pages(const struct iat_entries *slots, struct pages *pages);

/* Writes TO into all slots; the pages are open. */
void iat_write_entries(const struct iat_entries *slots);

void iat_free_entries(struct iat_entries *slots);

/* System calls of ntdll that lead to cycletime's functions by a change of their own instructions. The exports of ntdll stay
   as they are: a program that computes a call's position in ntdll's file from its address in memory finds it there, and two
   names of one function stay so. */

struct system_call {
    BYTE *stub, *trampoline;
    ULONG64 *call, to; /* the bytes that change, and their new value */
};

struct system_calls {
    /* Memory for the copies of stubs: whole pages, readable and writable, that every stub can reach and that are never
       freed. NULL: system_calls_find allocates its own. */
    PVOID place;
    SIZE_T place_size;
    PVOID block;
    struct system_call list[HOOK_COUNT];
    ULONG count;
};

/* Finds the system calls of SET whose trampolines are kept and whose instructions are known, and removes them from SET. The
   module itself is not changed yet. */
void system_calls_find(struct hook_table_set *set, struct system_calls *calls);

/* Adds the pages that system_calls_use writes to. */
NTSTATUS system_calls_add(const struct system_calls *calls, struct pages *pages);

/* Makes the calls lead to cycletime's functions; the pages are open. The trampolines and the calls of
   src/library/nt then use the copies. */
void system_calls_use(const struct system_calls *calls);

/* Frees calls that were never in use. */
void system_calls_free(struct system_calls *calls);

/* Sets *HOOK to the import by which kernelbase ends a process because of Ctrl-C. Returns FALSE if there is none. */
BOOLEAN process_end_find(struct hook *hook);

/* Sets *HOOK to the import by which kernelbase loads DLLs, so that PATH is loaded for a bcryptprimitives.dll that Wine does
   not find. Returns FALSE if there is none. */
BOOLEAN missing_dll_find(struct hook *hook, const WCHAR *path);

/* The caller holds the loader's lock. Replaces the functions of the pdh.dll that is loaded, and of each that is loaded from
   now on. If a step fails, only that pdh.dll stays as it is. */
void pdh_follow(void);

#endif
