/* SPDX-License-Identifier: MIT */
/* Installs all hooks or none: in the export lists, in the import address tables of the modules that are loaded, and in
   ntdll's system calls. It runs once in a process, under the loader's lock. */
#include "inject/hooks/hooks.h"
#include "cycletime.h"
#include "inject/hooks/export_table.h"
#include "inject/hooks/hook_table.h"
#include "inject/hooks/iat.h"
#include "inject/hooks/modules.h"
#include "inject/hooks/system_calls.h"
#include "library/nt/calls.h"
#include "library/nt/wine_layout.h"
#include "library/query/clocks.h"
#include "inject/hooks/near_pool.h"
#include "library/api/api.h"
#include "protocol/run_options.h"
#include "library/query/query.h"

static const struct {
    const WCHAR *name;
    ULONG where;
} targets[] = { { L"kernelbase.dll", HOOK_KERNELBASE }, { L"kernel32.dll", HOOK_KERNEL32 }, { L"ntdll.dll", HOOK_NTDLL } };

/* TABLES: the bytes that the export tables of Wine 8 to 11 take, rounded up. */
enum { TARGETS = ARRAYSIZE(targets), TABLES = 0x10000 };

struct plan {
    struct system_calls calls;
    struct export_table tables[TARGETS];
    ULONG table_count;
    struct near_pool pool;
    struct hook list[TARGETS * HOOK_COUNT + 1];
    ULONG count;
    struct iat_entries slots;
};

/* The HOOK_... flags of all functions that the hook flags select for one module; 0: none, or the module is not loaded
   (kernelbase before Windows 7). */
static ULONG wanted_of(ULONG target, ULONG flags, HMODULE *module)
{
    const ULONG where = targets[target].where;

    if (where == HOOK_NTDLL && flags & CYCLETIME_HOOK_NO_NT) return 0;
    if (!(*module = GetModuleHandleW(targets[target].name))) return 0;
    return where | (flags & CYCLETIME_HOOK_FAST_CLOCK ? HOOK_FAST_CLOCK : 0);
}

static BOOLEAN is_empty(const struct hook_table_set *set)
{
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++)
        if (set->has[i]) return FALSE;
    return TRUE;
}

/* The addresses that the module's names resolve to now: kernel32's are often jumps in kernel32 itself. */
static void list_hooks(HMODULE module, ULONG size, const struct hook_table_set *set, struct plan *plan)
{
    PVOID from;
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++) {
        if (!set->has[i]) continue;
        from = (PVOID)GetProcAddress(module, hook_table[i].name);
        if (from || !hook_table[i].trampoline)
            plan->list[plan->count++] = (struct hook){ from, NULL, module, hook_table[i].name, size, NULL };
    }
}

/* Takes the functions from kernelbase where it is loaded: kernel32's may be jumps through the IAT entries that are about
   to lead to cycletime's. Wine: kernelbase. */
static void keep_trampolines(void)
{
    HMODULE module;
    ULONG i, target;

    for (target = 0; target < TARGETS; target++) {
        if (!(module = GetModuleHandleW(targets[target].name))) continue;
        for (i = 0; i < HOOK_COUNT; i++)
            if (hook_table[i].where & targets[target].where && hook_table[i].trampoline && !*hook_table[i].trampoline)
                *hook_table[i].trampoline = (PVOID)GetProcAddress(module, hook_table[i].name);
    }
}

/* A system call is replaced by its own instructions where they are known, any other function by the module's exports. */
static NTSTATUS prepare_module(HMODULE module, ULONG wanted, struct plan *plan)
{
    struct hook_table_set set = hook_table_choose(wanted);
    NTSTATUS status;

    if (wanted & HOOK_NTDLL) system_calls_find(&set, &plan->calls);
    if (is_empty(&set)) return STATUS_SUCCESS;
    status = export_table_build(module, &set, &plan->pool, &plan->tables[plan->table_count]);
    if (!NT_SUCCESS(status)) return status;
    list_hooks(module, plan->tables[plan->table_count++].image_size, &set, plan);
    return STATUS_SUCCESS;
}

/* Returns the module at the highest address: memory behind it is likely to be free, and within reach of all of them. */
static const BYTE *last_module(void)
{
    const BYTE *last = NULL, *module;
    ULONG target;

    for (target = 0; target < TARGETS; target++) {
        module = (const BYTE *)GetModuleHandleW(targets[target].name);
        if (module > last) last = module;
    }
    return last;
}

static NTSTATUS prepare_plan(ULONG flags, struct plan *plan)
{
    NTSTATUS status;
    HMODULE module;
    ULONG target, wanted;

    near_pool_begin(&plan->pool, last_module(), TABLES);
    for (target = 0; target < TARGETS; target++) {
        if (!(wanted = wanted_of(target, flags, &module))) continue;
        status = prepare_module(module, wanted, plan);
        if (!NT_SUCCESS(status)) return status;
    }
    status = near_pool_close(&plan->pool);
    if (!NT_SUCCESS(status)) return status;
    if (control_events_find(&plan->list[plan->count])) plan->count++;
    return iat_find_entries(plan->list, plan->count, &plan->slots);
}

/* Takes the addresses that the modules export now, so that an IAT entry holds what GetProcAddress returns: programs
   compare them. */
static void resolve_functions(struct plan *plan)
{
    struct hook *each;
    ULONG i;

    for (i = 0; i < plan->count; i++) {
        each = &plan->list[i];
        if (!each->to) each->to = (PVOID)GetProcAddress(each->module, each->name);
    }
    nt_calls_export((PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformation"));
}

static NTSTATUS add_all(const struct plan *plan, struct pages *pages)
{
    NTSTATUS status = STATUS_SUCCESS;
    ULONG i;

    for (i = 0; i < plan->table_count && NT_SUCCESS(status); i++) status = export_table_add(&plan->tables[i], pages);
    if (NT_SUCCESS(status)) status = iat_add_pages(&plan->slots, pages);
    return NT_SUCCESS(status) ? system_calls_add(&plan->calls, pages) : status;
}

static void write_all(struct plan *plan)
{
    ULONG i;

    for (i = 0; i < plan->table_count; i++) export_table_use(&plan->tables[i]);
    resolve_functions(plan);
    iat_write_entries(&plan->slots);
    system_calls_use(&plan->calls);
}

/* Every step that can fail comes first: another DLL can deny a change of protection, and so also the change that would undo
   a step. */
static NTSTATUS commit_plan(struct plan *plan)
{
    const SIZE_T most = 2 * (SIZE_T)(plan->table_count + plan->slots.count + plan->calls.count + 1);
    struct pages pages = { HeapAlloc(GetProcessHeap(), 0, most * sizeof *pages.list), 0, 0 };
    NTSTATUS status;

    if (!pages.list) return STATUS_NO_MEMORY;
    status = add_all(plan, &pages);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) write_all(plan);
    pages_close(&pages);
    HeapFree(GetProcessHeap(), 0, pages.list);
    return status;
}

/* The export tables and IAT entries point into this DLL, and a pointer that the program has read cannot be revoked, so
   this DLL stays loaded. */
static NTSTATUS pin_library(void)
{
    HMODULE self;

    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (PVOID)hook_table,
                              &self)
               ? STATUS_SUCCESS
               : STATUS_DLL_NOT_FOUND;
}

static NTSTATUS install_locked(ULONG flags)
{
    static BOOLEAN done;
    struct plan plan = { 0 };
    NTSTATUS status;

    if (done) return STATUS_OBJECT_NAME_EXISTS;
    nt_is_wine(); /* binds ntdll's functions while they are ntdll's */
    keep_trampolines();
    if (flags & CYCLETIME_HOOK_FAST_CLOCK && !query_counter_gains(tsc_read_ordered))
        flags &= ~(ULONG)CYCLETIME_HOOK_FAST_CLOCK;
    status = prepare_plan(flags, &plan);
    if (NT_SUCCESS(status)) status = pin_library();
    if (NT_SUCCESS(status)) status = commit_plan(&plan);
    done = NT_SUCCESS(status);
    if (done) pdh_follow();
    if (!done) near_pool_free(&plan.pool);
    if (!done) system_calls_free(&plan.calls);
    iat_free_entries(&plan.slots);
    return status;
}

NTSTATUS install_hooks(ULONG flags)
{
    ULONG_PTR cookie;
    NTSTATUS status = modules_lock(&cookie);

    if (!NT_SUCCESS(status)) return status;
    status = install_locked(flags);
    modules_unlock(cookie);
    return status;
}

_Static_assert(RUN_VERBOSE == CYCLETIME_HOOK_VERBOSE && RUN_NO_NT == CYCLETIME_HOOK_NO_NT
                   && RUN_FAST_CLOCK == CYCLETIME_HOOK_FAST_CLOCK,
               "a flag is the same from the command line to the hooks");

/* The loader sets the last error even where it succeeds. */
static NTSTATUS install_quietly(ULONG flags)
{
    const DWORD error = GetLastError();
    const NTSTATUS status = install_hooks(flags);

    SetLastError(error);
    return status;
}

BOOL WINAPI CycletimeInstallHooks(ULONG Flags)
{
    const ULONG known = CYCLETIME_HOOK_CHILDREN | CYCLETIME_HOOK_VERBOSE | CYCLETIME_HOOK_NO_NT | CYCLETIME_HOOK_FAST_CLOCK;
    NTSTATUS status;

    if (Flags & ~known) return return_status(STATUS_INVALID_PARAMETER);
    if (nt_is_wine() && wine_layout_difference(&wine_layout)) return return_status(STATUS_NOT_SUPPORTED);
    query_unixlib_open(); /* before there are threads whose begin it would miss */
    status = install_quietly(Flags);
    if (!return_status(status)) return FALSE;
    if (status == STATUS_SUCCESS && Flags & CYCLETIME_HOOK_CHILDREN && !query_unixlib_children_follow(Flags))
        SetLastError(ERROR_NOT_SUPPORTED);
    return TRUE;
}

/* This comes first: nothing may rely on a Wine that is not known. */
static BOOLEAN is_another_wine(struct hook_request *request)
{
    const char *difference = wine_layout_difference(&wine_layout);
    unsigned i;

    for (i = 0; difference && difference[i] && i < sizeof request->difference - 1; i++)
        request->difference[i] = difference[i];
    return difference != NULL;
}

static BOOL install_from_within(struct hook_request *request)
{
    NTSTATUS status;

    if (request->version != CYCLETIME_VERSION) return return_status(STATUS_REVISION_MISMATCH);
    if (is_another_wine(request)) return return_status(STATUS_NOT_SUPPORTED);
    if (request->flags & CYCLETIME_HOOK_VERBOSE) share_report_to(request->report);
    query_unixlib_begins(request->unixlib);
    system_calls_place((PVOID)(ULONG_PTR)request->stubs.at, request->stubs.size);
    near_pool_place((PVOID)(ULONG_PTR)request->tables.at, request->tables.size);
    status = install_quietly(request->flags | CYCLETIME_HOOK_CHILDREN);
    system_calls_place(NULL, 0);
    near_pool_place(NULL, 0);
    if (!return_status(status)) return FALSE;
    request->distrusted =
        request->flags & CYCLETIME_HOOK_VERBOSE && query_unixlib_clock() == CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED;
    return TRUE;
}

BOOL WINAPI CycletimeInstallHooksFromWithin(PVOID Request)
{
    struct hook_request *request = Request;

    if (install_from_within(request)) return TRUE;
    request->error = GetLastError();
    return FALSE;
}
