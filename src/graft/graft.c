/* SPDX-License-Identifier: MIT */
#include "graft.h"
#include "children.h"
#include "cycletime.h"
#include "export_table.h"
#include "import_slots.h"
#include "modules.h"
#include "unhandled_exception.h"

static const struct {
    const WCHAR *name;
    ULONG where;
} targets[] = { { L"kernelbase.dll", LEDGER_KERNELBASE },
                { L"kernel32.dll", LEDGER_KERNEL32 },
                { L"ntdll.dll", LEDGER_NTDLL } };

enum { TARGETS = ARRAYSIZE(targets) };

struct plan {
    struct export_table tables[TARGETS];
    ULONG table_count;
    struct substitution list[TARGETS * LEDGER_COUNT];
    ULONG count;
    struct import_slots slots;
};

/* Of what the flags want, all that goes into one module; 0: nothing, or it is not there (kernelbase before Windows 7). */
static ULONG wanted_of(ULONG target, ULONG flags, HMODULE *module)
{
    const ULONG where = targets[target].where;

    if (where == LEDGER_NTDLL && flags & CYCLETIME_GRAFT_NO_NT) return 0;
    if (!(*module = GetModuleHandleW(targets[target].name))) return 0;
    return flags & CYCLETIME_GRAFT_CHILDREN ? where | LEDGER_CHILDREN : where;
}

/* What the ledger's names resolve to now, per module: kernel32's are often jumps of its own. */
static ULONG list_substitutions(ULONG flags, struct substitution *list)
{
    ULONG count = 0, i, target, wanted;
    HMODULE module;
    PVOID from;

    for (target = 0; target < TARGETS; target++) {
        if (!(wanted = wanted_of(target, flags, &module))) continue;
        for (i = 0; i < LEDGER_COUNT; i++) {
            if (!ledger_goes(&ledger[i], wanted)) continue;
            from = (PVOID)GetProcAddress(module, ledger[i].name);
            if (from || !ledger[i].original) list[count++] = (struct substitution){ from, NULL, module, ledger[i].name };
        }
    }
    return count;
}

/* From kernelbase where it is there: kernel32's may be jumps through the slots that are about to lead to ours. */
static void keep_originals(void)
{
    HMODULE module;
    ULONG i, target;

    for (target = 0; target < TARGETS; target++) {
        if (!(module = GetModuleHandleW(targets[target].name))) continue;
        for (i = 0; i < LEDGER_COUNT; i++)
            if (ledger[i].original && !*ledger[i].original)
                *ledger[i].original = (PVOID)GetProcAddress(module, ledger[i].name);
    }
}

static NTSTATUS prepare(ULONG flags, struct plan *plan)
{
    NTSTATUS status;
    HMODULE module;
    ULONG target, wanted;

    for (target = 0; target < TARGETS; target++) {
        if (!(wanted = wanted_of(target, flags, &module))) continue;
        status = export_table_build(module, wanted, &plan->tables[plan->table_count]);
        if (!NT_SUCCESS(status)) return status;
        plan->table_count++;
    }
    plan->count = list_substitutions(flags, plan->list);
    return import_slots_find(plan->list, plan->count, &plan->slots);
}

/* What the modules export now, so that an import is what GetProcAddress says: programs compare them. */
static void resolve(struct plan *plan)
{
    struct substitution *each;
    ULONG i;

    for (i = 0; i < plan->count; i++) {
        each = &plan->list[i];
        each->to = (PVOID)GetProcAddress(each->module, each->name);
    }
}

static NTSTATUS commit(struct plan *plan)
{
    NTSTATUS status = STATUS_SUCCESS;
    ULONG i;

    for (i = 0; i < plan->table_count && NT_SUCCESS(status); i++) status = export_table_use(&plan->tables[i], TRUE);
    if (NT_SUCCESS(status)) resolve(plan);
    if (NT_SUCCESS(status)) status = import_slots_write(&plan->slots, TRUE);
    if (NT_SUCCESS(status)) return status;
    for (i = 0; i < plan->table_count; i++) export_table_use(&plan->tables[i], FALSE);
    return status;
}

/* The tables and slots point into this DLL, and a pointer that the program fetched cannot be taken back. */
static NTSTATUS pin(void)
{
    HMODULE self;

    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (PVOID)ledger, &self)
               ? STATUS_SUCCESS
               : STATUS_DLL_NOT_FOUND;
}

static NTSTATUS graft_locked(ULONG flags)
{
    static BOOLEAN done;
    struct plan plan = { 0 };
    NTSTATUS status;
    ULONG i;

    if (done) return STATUS_SUCCESS;
    nt_is_wine(); /* binds ntdll's functions while they are ntdll's */
    keep_originals();
    children_start(flags);
    status = prepare(flags, &plan);
    if (NT_SUCCESS(status)) status = pin();
    if (NT_SUCCESS(status)) status = commit(&plan);
    done = NT_SUCCESS(status);
    if (done && flags & CYCLETIME_GRAFT_CHILDREN) unhandled_exception_start();
    for (i = 0; i < plan.table_count && !done; i++) export_table_free(&plan.tables[i]);
    import_slots_free(&plan.slots);
    return status;
}

NTSTATUS graft(ULONG flags)
{
    ULONG_PTR cookie;
    NTSTATUS status = modules_lock(&cookie);

    if (!NT_SUCCESS(status)) return status;
    status = graft_locked(flags);
    modules_unlock(cookie);
    return status;
}
