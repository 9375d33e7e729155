/* SPDX-License-Identifier: MIT */
/* Installs all hooks or none: in the export lists, in the import address tables of the modules that are loaded, and in
   ntdll's system calls. It runs once in a process, under the loader's lock. */
#include "cycletime.h"
#include "inject/hooks/hooks.h"
#include "library/api/api.h"
#include "library/nt/calls.h"
#include "library/nt/wine_layout.h"
#include "library/query/clocks.h"
#include "library/query/query.h"
#include "protocol/hook_request.h"
#include "protocol/unixlib_calls.h"

struct trampolines trampolines;

const struct hook_table_entry hook_table[HOOK_COUNT] = {
#define ENTRY(name, where) { #name, (PVOID)name, NULL, where },
#include "export_list.inc"
#undef ENTRY
#define ENTRY(name, where) { #name, (PVOID)Hooked##name, (PVOID *)&trampolines.name, where },
#define NT_ENTRY(prefix, name, where) { #prefix #name, (PVOID)HookedNt##name, (PVOID *)&trampolines.Nt##name, where },
#include "hooks.inc"
#undef NT_ENTRY
#undef ENTRY
};

static const struct {
    const WCHAR *name;
    ULONG where;
} targets[] = { { L"kernelbase.dll", HOOK_KERNELBASE }, { L"kernel32.dll", HOOK_KERNEL32 }, { L"ntdll.dll", HOOK_NTDLL } };

/* TABLES: the bytes that the export tables of Wine 8 to 11 take, rounded up. */
enum { TARGETS = ARRAYSIZE(targets), TABLES = 0x10000 };

struct install_plan {
    HMODULE modules[TARGETS]; /* NULL: not loaded (kernelbase before Windows 7) */
    struct system_calls calls;
    struct export_table tables[TARGETS];
    ULONG table_count;
    struct near_pool pool;
    struct hook list[TARGETS * HOOK_COUNT + 2];
    ULONG count;
    const WCHAR *missing_dll; /* its path; NULL: there is none */
    struct iat_entries slots;
};

/* A system call is replaced by its own instructions where they are known, any other function by the module's exports.
   WHERE: the HOOK_... flags of all functions that are selected. */
static NTSTATUS plan_module(HMODULE module, ULONG where, struct install_plan *plan)
{
    struct export_table *const table = &plan->tables[plan->table_count];
    struct hook_table_set set = hook_table_choose(where);
    NTSTATUS status;
    PVOID from;
    ULONG i;

    if (where & HOOK_NTDLL) system_calls_find(&set, &plan->calls);
    for (i = 0; i < HOOK_COUNT && !set.has[i];) i++;
    if (i == HOOK_COUNT) return STATUS_SUCCESS;
    status = export_table_build(module, &set, &plan->pool, table);
    if (!NT_SUCCESS(status)) return status;
    plan->table_count++;
    /* The names resolve to these addresses now: kernel32's are often jumps in kernel32 itself. */
    for (; i < HOOK_COUNT; i++) {
        if (!set.has[i]) continue;
        from = (PVOID)GetProcAddress(module, hook_table[i].name);
        if (from || !hook_table[i].trampoline)
            plan->list[plan->count++] = (struct hook){ from, NULL, module, hook_table[i].name, table->image_size, NULL };
    }
    return STATUS_SUCCESS;
}

static NTSTATUS plan_install(ULONG flags, struct install_plan *plan)
{
    const ULONG clock = flags & CYCLETIME_HOOK_FAST_CLOCK ? HOOK_FAST_CLOCK : 0;
    HMODULE last = NULL;
    NTSTATUS status;
    ULONG target;

    /* Memory behind the module at the highest address is likely to be free, and within reach of all of them. */
    for (target = 0; target < TARGETS; target++)
        if ((ULONG_PTR)plan->modules[target] > (ULONG_PTR)last) last = plan->modules[target];
    if (!plan->pool.count) near_pool_add(&plan->pool, (const BYTE *)last, TABLES);
    for (target = 0; target < TARGETS; target++) {
        if (!plan->modules[target]) continue;
        if (targets[target].where == HOOK_NTDLL && flags & CYCLETIME_HOOK_NO_NT) continue;
        status = plan_module(plan->modules[target], targets[target].where | clock, plan);
        if (!NT_SUCCESS(status)) return status;
    }
    status = near_pool_close(&plan->pool);
    if (!NT_SUCCESS(status)) return status;
    if (process_end_find(&plan->list[plan->count])) plan->count++;
    if (plan->missing_dll && missing_dll_find(&plan->list[plan->count], plan->missing_dll)) plan->count++;
    return iat_find_entries(plan->list, plan->count, &plan->slots);
}

/* Every step that can fail comes first: another DLL can deny a change of protection, and so also the change that would undo
   a step. */
static NTSTATUS carry_out(struct install_plan *plan)
{
    const SIZE_T most = 2 * (SIZE_T)(plan->table_count + plan->slots.count + plan->calls.count + 1);
    struct pages pages = { HeapAlloc(GetProcessHeap(), 0, most * sizeof *pages.list), 0, 0 };
    const struct export_table *table, *const end = plan->tables + plan->table_count;
    NTSTATUS status = STATUS_SUCCESS;
    struct hook *hook;

    if (!pages.list) return STATUS_NO_MEMORY;
    for (table = plan->tables; table < end && NT_SUCCESS(status); table++)
        status = pages_add(&pages, table->directory, sizeof *table->directory);
    if (NT_SUCCESS(status)) status = iat_add_pages(&plan->slots, &pages);
    if (NT_SUCCESS(status)) status = system_calls_add(&plan->calls, &pages);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) {
        for (table = plan->tables; table < end; table++) export_table_use(table);
        /* Programs compare what an IAT entry holds with what GetProcAddress returns. */
        for (hook = plan->list; hook < plan->list + plan->count; hook++)
            if (!hook->to) hook->to = (PVOID)GetProcAddress(hook->module, hook->name);
        nt_calls_export((PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformation"));
        iat_write_entries(&plan->slots);
        system_calls_use(&plan->calls);
    }
    pages_close(&pages);
    HeapFree(GetProcessHeap(), 0, pages.list);
    return status;
}

static NTSTATUS install_locked(ULONG flags, const struct hook_request *request)
{
    static BOOLEAN done;
    struct install_plan plan = { .table_count = 0 };
    const struct hook_table_entry *entry;
    NTSTATUS status;
    HMODULE self;
    ULONG target;

    if (done) return STATUS_OBJECT_NAME_EXISTS;
    nt_is_wine(); /* binds ntdll's functions while they are ntdll's */
    regions_forget();
    /* The trampolines are kernelbase's functions where it is loaded: kernel32's may be jumps through the IAT entries that
       are about to lead to cycletime's. Wine: kernelbase. */
    for (target = 0; target < TARGETS; target++) {
        plan.modules[target] = GetModuleHandleW(targets[target].name);
        for (entry = hook_table; entry < hook_table + HOOK_COUNT && plan.modules[target]; entry++)
            if (entry->where & targets[target].where && entry->trampoline && !*entry->trampoline)
                *entry->trampoline = (PVOID)GetProcAddress(plan.modules[target], entry->name);
    }
    if (request) {
        plan.calls.place = (PVOID)(ULONG_PTR)request->stubs.at;
        plan.calls.place_size = (SIZE_T)request->stubs.size;
        plan.missing_dll = (const WCHAR *)(ULONG_PTR)request->missing_dll;
    }
    if (request && request->tables.size) {
        plan.pool.blocks[0].begin = plan.pool.blocks[0].at = (BYTE *)(ULONG_PTR)request->tables.at;
        plan.pool.blocks[0].end = plan.pool.blocks[0].begin + request->tables.size;
        plan.pool.count = 1;
    }
    if (flags & CYCLETIME_HOOK_FAST_CLOCK && !query_counter_gains(tsc_read_ordered))
        flags &= ~(ULONG)CYCLETIME_HOOK_FAST_CLOCK;
    status = plan_install(flags, &plan);
    /* The export tables and IAT entries will point into this DLL, and a pointer that the program has read cannot be
       revoked, so this DLL stays loaded. */
    if (NT_SUCCESS(status)
        && !GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (PVOID)hook_table,
                               &self))
        status = STATUS_DLL_NOT_FOUND;
    if (NT_SUCCESS(status)) status = carry_out(&plan);
    done = NT_SUCCESS(status);
    if (done) pdh_follow();
    if (!done) near_pool_free(&plan.pool);
    if (!done) system_calls_free(&plan.calls);
    iat_free_entries(&plan.slots);
    return status;
}

_Static_assert(RUN_VERBOSE == CYCLETIME_HOOK_VERBOSE && RUN_NO_NT == CYCLETIME_HOOK_NO_NT
                   && RUN_FAST_CLOCK == CYCLETIME_HOOK_FAST_CLOCK,
               "a flag is the same from the command line to the hooks");

/* Replaces the functions of the export lists (def/) in this process, all or none. FLAGS: CYCLETIME_HOOK_... A second call
   does nothing and returns STATUS_OBJECT_NAME_EXISTS, which is a success. REQUEST brings memory; NULL: there is none. The
   loader sets the last error even where it succeeds. */
static NTSTATUS install_quietly(ULONG flags, const struct hook_request *request)
{
    const DWORD error = GetLastError();
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    NTSTATUS (WINAPI *lock)(ULONG, PULONG, PULONG_PTR) = (PVOID)GetProcAddress(ntdll, "LdrLockLoaderLock");
    NTSTATUS (WINAPI *unlock)(ULONG, ULONG_PTR) = (PVOID)GetProcAddress(ntdll, "LdrUnlockLoaderLock");
    ULONG_PTR cookie;
    NTSTATUS status = lock ? lock(0, NULL, &cookie) : STATUS_NOT_SUPPORTED;

    if (NT_SUCCESS(status)) {
        status = install_locked(flags, request);
        unlock(0, cookie);
    }
    SetLastError(error);
    return status;
}

BOOL WINAPI CycletimeInstallHooks(ULONG Flags)
{
    const ULONG known = CYCLETIME_HOOK_CHILDREN | CYCLETIME_HOOK_VERBOSE | CYCLETIME_HOOK_NO_NT | CYCLETIME_HOOK_FAST_CLOCK;
    struct unixlib_children children = { .flags = Flags };
    NTSTATUS status;

    if (Flags & ~known) return return_status(STATUS_INVALID_PARAMETER);
    if (nt_is_wine() && wine_layout_difference(&wine_layout)) return return_status(STATUS_NOT_SUPPORTED);
    query_unixlib_open(); /* before there are threads whose begin it would miss */
    status = install_quietly(Flags, NULL);
    if (!return_status(status)) return FALSE;
    /* The preload library, if it is in its tree and can be named, hooks the processes that this one creates from now on. */
    if (status == STATUS_SUCCESS && Flags & CYCLETIME_HOOK_CHILDREN
        && (!nt_unixlib_is_open() || !NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_CHILDREN_FOLLOW, &children))))
        SetLastError(ERROR_NOT_SUPPORTED);
    return TRUE;
}

/* Returns the fact about Wine that does not hold, if STATUS is a failure to hook that is no fault of the program's; else
   NULL. Wine: near-memory, export-tables. */
static const char *name_missed_fact(NTSTATUS status)
{
    switch (status) {
    case STATUS_NO_MEMORY: return "near-memory";
    case STATUS_INVALID_IMAGE_FORMAT: return "export-tables";
    default: return NULL;
    }
}

static ULONG64 reports; /* the functions of enum hook_report, by which copies of another version are reported; 0: none */

BOOL WINAPI CycletimeInstallHooksFromWithin(PVOID Request)
{
    struct hook_request *request = Request;
    const BOOLEAN is_verbose = request->flags & CYCLETIME_HOOK_VERBOSE;
    NTSTATUS status = STATUS_REVISION_MISMATCH;
    const char *difference = NULL;
    unsigned i;

    if (request->version == CYCLETIME_VERSION) {
        /* This comes first: nothing may rely on a Wine that is not known. */
        difference = wine_layout_difference(&wine_layout);
        status = difference ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
    }
    if (NT_SUCCESS(status)) {
        if (is_verbose) reports = request->report;
        query_unixlib_begins(request->unixlib);
        status = install_quietly(request->flags | CYCLETIME_HOOK_CHILDREN, request);
        difference = name_missed_fact(status);
    }
    for (i = 0; difference && difference[i] && i < sizeof request->difference - 1; i++)
        request->difference[i] = difference[i];
    if (return_status(status))
        request->distrusted = is_verbose && query_unixlib_clock() == CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED;
    else request->error = GetLastError();
    return NT_SUCCESS(status);
}

/* Shares the unixlib of this DLL with the other copies of cycletime in this process. The caller may hold the loader's lock,
   so this takes none. */
ULONG64 WINAPI CycletimeShareUnixlib(ULONG Version, ULONG UnixlibVersion)
{
    struct hook_copy copy = { .version = Version };

    if (!nt_unixlib_is_open()) return 0;
    if (UnixlibVersion != UNIXLIB_VERSION && reports) nt_unixlib.dispatch(reports, HOOK_REPORT_COPY, &copy);
    return nt_unixlib.handle;
}
