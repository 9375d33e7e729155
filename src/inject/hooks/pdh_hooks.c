/* SPDX-License-Identifier: MIT */
/* The hooks of pdh.dll, which few programs load: its functions are replaced by those of src/counters when it is loaded. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/image.h"
#include "inject/hooks/machine.h"
#include "counters/pdh.h"

/* LdrRegisterDllNotification's page: why it is called, and what of its data is read. */
enum { LOADED = 1, UNLOADED = 2 };

struct notification {
    ULONG flags;
    const struct counted_string *full_name, *base_name;
    PVOID base;
    ULONG size;
};

/* The pdh.dll whose functions were replaced. */
static struct {
    PVOID base;
    PVOID jumps;
} replaced;

struct pdh_plan {
    struct image image;
    struct image_exports exports;
    PVOID jumps;
    struct {
        ULONG *at, to;
    } rows[2 * PDH_COUNT]; /* entries of the export table, and their new values; some functions have two names */
    ULONG row_count;
    struct hook list[PDH_COUNT];
    ULONG count;
    struct iat_entries slots;
};

static BOOLEAN is_pdh(const struct counted_string *name)
{
    static const WCHAR pdh[] = L"pdh.dll";
    ULONG i;

    if (name->length != sizeof pdh - sizeof *pdh) return FALSE;
    for (i = 0; pdh[i]; i++)
        if ((name->text[i] | ('a' - 'A')) != (pdh[i] | ('a' - 'A'))) return FALSE;
    return TRUE;
}

static void plan_pdh_function(struct pdh_plan *plan, const struct pdh_entry *entry)
{
    const struct image_exports *exports = &plan->exports;
    const ULONG count = exports->directory->NumberOfFunctions;
    const char *name;
    ULONG i, from;
    BYTE *jump;

    *entry->trampoline = NULL;
    for (i = 0; i < exports->directory->NumberOfNames; i++) {
        name = image_string(&plan->image, exports->names[i]);
        if (name && !strcmp(name, entry->name) && exports->ordinals[i] < count) break;
    }
    if (i == exports->directory->NumberOfNames) return;
    from = exports->functions[exports->ordinals[i]];
    if (from - exports->entry->VirtualAddress < exports->entry->Size) return; /* the name of another module's function */

    jump = near_jump((BYTE *)plan->jumps + (SIZE_T)plan->count * near_jump_size, entry->function);
    *entry->trampoline = plan->image.base + from;
    plan->list[plan->count++] = (struct hook){ plan->image.base + from, jump, NULL, entry->name, 0, NULL };
    /* Every export of that address is replaced, so that two names of one function stay so. */
    for (i = 0; i < count && plan->row_count < ARRAYSIZE(plan->rows); i++) {
        if (exports->functions[i] != from) continue;
        plan->rows[plan->row_count].at = &exports->functions[i];
        plan->rows[plan->row_count++].to = (ULONG)(jump - plan->image.base);
    }
}

static NTSTATUS plan_pdh(PVOID base, struct pdh_plan *plan)
{
    const SIZE_T size = PDH_COUNT * (SIZE_T)near_jump_size;
    DWORD before;
    ULONG i;

    if (!image_open(base, &plan->image) || !image_read_exports(&plan->image, &plan->exports))
        return STATUS_INVALID_IMAGE_FORMAT;
    if (size && !(plan->jumps = near_allocate(plan->image.base, size))) return STATUS_NO_MEMORY;
    for (i = 0; i < PDH_COUNT; i++) plan_pdh_function(plan, &pdh_entries[i]);
    if (size && !VirtualProtect(plan->jumps, size, PAGE_EXECUTE_READ, &before)) return STATUS_ACCESS_DENIED;
    return iat_find_entries(plan->list, plan->count, &plan->slots);
}

/* Another thread reads the old value or the new one: each store is aligned. */
static NTSTATUS replace_pdh(const struct pdh_plan *plan)
{
    const SIZE_T most = 2 * (SIZE_T)(plan->row_count + plan->slots.count);
    struct pages pages = { HeapAlloc(GetProcessHeap(), 0, most * sizeof *pages.list), 0, 0 };
    NTSTATUS status;
    ULONG i;

    if (!pages.list) return STATUS_NO_MEMORY;
    status = iat_add_pages(&plan->slots, &pages);
    for (i = 0; i < plan->row_count && NT_SUCCESS(status); i++)
        status = pages_add(&pages, plan->rows[i].at, sizeof *plan->rows[i].at);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) {
        for (i = 0; i < plan->row_count; i++) __atomic_store_n(plan->rows[i].at, plan->rows[i].to, __ATOMIC_RELEASE);
        iat_write_entries(&plan->slots);
    }
    pages_close(&pages);
    HeapFree(GetProcessHeap(), 0, pages.list);
    return status;
}

static void hook_pdh(PVOID base)
{
    static BOOLEAN is_started;
    struct pdh_plan plan = { .jumps = NULL };
    NTSTATUS status;

    if (!is_started) queries_start();
    is_started = TRUE;
    regions_forget();
    status = plan_pdh(base, &plan);
    if (NT_SUCCESS(status)) status = replace_pdh(&plan);
    iat_free_entries(&plan.slots);
    if (NT_SUCCESS(status)) {
        replaced.base = base;
        replaced.jumps = plan.jumps;
    } else if (plan.jumps) VirtualFree(plan.jumps, 0, MEM_RELEASE);
}

static void CALLBACK hear_of_module(ULONG reason, const struct notification *about, PVOID context)
{
    (void)context;
    if (reason == LOADED && !replaced.base && is_pdh(about->base_name)) hook_pdh(about->base);
    if (reason == UNLOADED && about->base == replaced.base) {
        if (replaced.jumps) VirtualFree(replaced.jumps, 0, MEM_RELEASE);
        replaced.base = replaced.jumps = NULL;
    }
}

void pdh_follow(void)
{
    NTSTATUS (WINAPI *follow)(ULONG, PVOID, PVOID, PVOID *);
    const struct list_entry *head, *link;
    const struct loaded_module *module;
    static PVOID cookie;

    if (!nt_is_wine()) return;
    follow = (PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "LdrRegisterDllNotification");
    if (!follow || !NT_SUCCESS(follow(0, (PVOID)hear_of_module, NULL, &cookie))) return;
    head = nt_modules();
    for (link = head->next; link != head; link = link->next) {
        module = (const struct loaded_module *)link;
        if (!is_pdh(&module->name)) continue;
        hook_pdh(module->base);
        return;
    }
}
