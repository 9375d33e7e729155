/* SPDX-License-Identifier: MIT */
/* The hooks of the performance counters. RegQueryValueEx: the values of the performance keys have cycletime's objects too,
   all other values are the system's. pdh.dll: its functions are replaced when it is loaded. */
#include "inject/hooks/hooks.h"
#include "counters/performance_data.h"
#include "inject/hooks/iat.h"
#include "inject/hooks/image.h"
#include "inject/hooks/machine.h"
#include "inject/hooks/modules.h"
#include "inject/hooks/near_pool.h"
#include "counters/pdh.h"
#include "library/nt/structures.h"

/* HKEY_PERFORMANCE_DATA is 0x80000004; only predefined keys have higher handles, and programs query few of them. */
static inline BOOLEAN is_below_performance(HKEY key)
{
    return (ULONG)(ULONG_PTR)key < (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA;
}

static BOOLEAN is_performance(HKEY key)
{
    const ULONG low = (ULONG)(ULONG_PTR)key;

    return low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA || low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_TEXT
           || low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_NLSTEXT;
}

/* The system reports wrong arguments. */
static BOOLEAN is_ours(HKEY key, const DWORD *reserved, const DWORD *size)
{
    return is_performance(key) && !reserved && size;
}

static WCHAR *widen_value_name(const char *name)
{
    const int length = MultiByteToWideChar(CP_ACP, 0, name, -1, NULL, 0);
    WCHAR *const wide = HeapAlloc(GetProcessHeap(), 0, (SIZE_T)length * sizeof *wide);

    if (wide) MultiByteToWideChar(CP_ACP, 0, name, -1, wide, length);
    return wide;
}

static BOOLEAN answer_narrow(HKEY key, const char *name, const struct registry_output *output, LSTATUS *status)
{
    WCHAR *const wide = widen_value_name(name ? name : "");
    BOOLEAN is_answered;

    if (!wide) return FALSE;
    is_answered = registry_value(key, wide, trampolines.RegQueryValueExW, output, status);
    HeapFree(GetProcessHeap(), 0, wide);
    return is_answered;
}

/* RegQueryValueEx returns its error and does not set the last error. */
static __attribute__((noinline)) LSTATUS query_narrow(HKEY key, LPCSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                                      LPDWORD size)
{
    const struct registry_output output = { FALSE, type, data, size };
    const DWORD error = GetLastError();
    LSTATUS status;

    if (!is_ours(key, reserved, size) || !answer_narrow(key, name, &output, &status))
        return trampolines.RegQueryValueExA(key, name, reserved, type, data, size);
    SetLastError(error);
    return status;
}

static __attribute__((noinline)) LSTATUS query_wide(HKEY key, LPCWSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                                    LPDWORD size)
{
    const struct registry_output output = { TRUE, type, data, size };
    const DWORD error = GetLastError();
    LSTATUS status;

    if (!is_ours(key, reserved, size) || !registry_value(key, name, trampolines.RegQueryValueExW, &output, &status))
        return trampolines.RegQueryValueExW(key, name, reserved, type, data, size);
    SetLastError(error);
    return status;
}

LSTATUS WINAPI HookedRegQueryValueExA(HKEY Key, LPCSTR Name, LPDWORD Reserved, LPDWORD Type, LPBYTE Data, LPDWORD Size)
{
    if (is_below_performance(Key)) return trampolines.RegQueryValueExA(Key, Name, Reserved, Type, Data, Size);
    return query_narrow(Key, Name, Reserved, Type, Data, Size);
}

LSTATUS WINAPI HookedRegQueryValueExW(HKEY Key, LPCWSTR Name, LPDWORD Reserved, LPDWORD Type, LPBYTE Data, LPDWORD Size)
{
    if (is_below_performance(Key)) return trampolines.RegQueryValueExW(Key, Name, Reserved, Type, Data, Size);
    return query_wide(Key, Name, Reserved, Type, Data, Size);
}

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

/* An entry of the export table, and its new value. */
struct row {
    ULONG *at;
    ULONG to;
};

struct plan {
    struct image image;
    PVOID jumps;
    struct row rows[2 * PDH_COUNT]; /* some functions have two names */
    ULONG row_count;
    struct hook list[PDH_COUNT];
    ULONG count;
    struct iat_entries slots;
};

static BOOLEAN is_pdh(const struct counted_string *name)
{
    static const WCHAR pdh[] = L"pdh.dll";
    ULONG i;

    if (name->Length != sizeof pdh - sizeof *pdh) return FALSE;
    for (i = 0; pdh[i]; i++)
        if ((name->Buffer[i] | ('a' - 'A')) != (pdh[i] | ('a' - 'A'))) return FALSE;
    return TRUE;
}

struct exports {
    const IMAGE_DATA_DIRECTORY *entry;
    ULONG *functions;
    const ULONG *names;
    const USHORT *ordinals;
    ULONG function_count, name_count;
};

static BOOLEAN read_exports(struct image *image, struct exports *exports)
{
    const IMAGE_EXPORT_DIRECTORY *directory;

    if (!(exports->entry = image_directory(image, IMAGE_DIRECTORY_ENTRY_EXPORT))) return FALSE;
    if (!(directory = image_at(image, exports->entry->VirtualAddress, 1, sizeof *directory))) return FALSE;
    exports->function_count = directory->NumberOfFunctions;
    exports->name_count = directory->NumberOfNames;
    exports->functions = image_at(image, directory->AddressOfFunctions, directory->NumberOfFunctions, sizeof(ULONG));
    exports->names = image_at(image, directory->AddressOfNames, directory->NumberOfNames, sizeof(ULONG));
    exports->ordinals = image_at(image, directory->AddressOfNameOrdinals, directory->NumberOfNames, sizeof(USHORT));
    return exports->functions && exports->names && exports->ordinals;
}

/* NULL: the module itself has no function of that name. */
static ULONG *find_export(struct image *image, const struct exports *exports, const char *name)
{
    const IMAGE_DATA_DIRECTORY *entry = exports->entry;
    const char *each;
    ULONG i, length, *at;

    for (i = 0; i < exports->name_count; i++) {
        each = image_string(image, exports->names[i], &length);
        if (!each || strcmp(each, name) != 0 || exports->ordinals[i] >= exports->function_count) continue;
        at = &exports->functions[exports->ordinals[i]];
        return *at - entry->VirtualAddress < entry->Size ? NULL : at; /* inside: a forwarder's name */
    }
    return NULL;
}

/* Lists every export of that address, so that two names of one function stay so. */
static void plan_rows(struct plan *plan, const struct exports *exports, ULONG from, ULONG to)
{
    ULONG i;

    for (i = 0; i < exports->function_count && plan->row_count < ARRAYSIZE(plan->rows); i++)
        if (exports->functions[i] == from) plan->rows[plan->row_count++] = (struct row){ &exports->functions[i], to };
}

static void plan_function(struct plan *plan, const struct exports *exports, const struct pdh_entry *entry)
{
    const ULONG *at = find_export(&plan->image, exports, entry->name);
    PVOID jump;

    *entry->trampoline = NULL;
    if (!at) return;
    jump = near_jump((BYTE *)plan->jumps + (SIZE_T)plan->count * near_jump_size, entry->function);
    *entry->trampoline = plan->image.base + *at;
    plan_rows(plan, exports, *at, (ULONG)((BYTE *)jump - plan->image.base));
    plan->list[plan->count++] = (struct hook){ plan->image.base + *at, jump, NULL, entry->name, 0, NULL };
}

/* An array of one protection, without jumps none. */
static BOOLEAN allocate_jumps(struct plan *plan)
{
    const SIZE_T size = PDH_COUNT * (SIZE_T)near_jump_size;

    return !size || (plan->jumps = near_allocate(plan->image.base, size)) != NULL;
}

static NTSTATUS prepare_plan(PVOID base, struct plan *plan)
{
    struct exports exports;
    DWORD before;
    ULONG i;

    if (!image_open(base, &plan->image) || !read_exports(&plan->image, &exports)) return STATUS_INVALID_IMAGE_FORMAT;
    if (!allocate_jumps(plan)) return STATUS_NO_MEMORY;
    for (i = 0; i < PDH_COUNT; i++) plan_function(plan, &exports, &pdh_entries[i]);
    if (plan->jumps && !VirtualProtect(plan->jumps, PDH_COUNT * (SIZE_T)near_jump_size, PAGE_EXECUTE_READ, &before))
        return STATUS_ACCESS_DENIED;
    return iat_find_entries(plan->list, plan->count, &plan->slots);
}

static NTSTATUS add_all(const struct plan *plan, struct pages *pages)
{
    NTSTATUS status = iat_add_pages(&plan->slots, pages);
    ULONG i;

    for (i = 0; i < plan->row_count && NT_SUCCESS(status); i++)
        status = pages_add(pages, plan->rows[i].at, sizeof *plan->rows[i].at);
    return status;
}

/* Another thread reads the old value or the new one: the store is aligned. */
static NTSTATUS commit_plan(const struct plan *plan)
{
    const SIZE_T most = 2 * (SIZE_T)(plan->row_count + plan->slots.count);
    struct pages pages = { HeapAlloc(GetProcessHeap(), 0, most * sizeof *pages.list), 0, 0 };
    NTSTATUS status;
    ULONG i;

    if (!pages.list) return STATUS_NO_MEMORY;
    status = add_all(plan, &pages);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) {
        for (i = 0; i < plan->row_count; i++) __atomic_store_n(plan->rows[i].at, plan->rows[i].to, __ATOMIC_RELEASE);
        iat_write_entries(&plan->slots);
    }
    pages_close(&pages);
    HeapFree(GetProcessHeap(), 0, pages.list);
    return status;
}

static void put_in_place(PVOID base)
{
    static BOOLEAN is_started;
    struct plan plan = { .jumps = NULL };
    NTSTATUS status;

    if (!is_started) queries_start();
    is_started = TRUE;
    status = prepare_plan(base, &plan);
    if (NT_SUCCESS(status)) status = commit_plan(&plan);
    iat_free_entries(&plan.slots);
    if (NT_SUCCESS(status)) {
        replaced.base = base;
        replaced.jumps = plan.jumps;
    } else if (plan.jumps) VirtualFree(plan.jumps, 0, MEM_RELEASE);
}

static void CALLBACK hear_of_module(ULONG reason, const struct notification *about, PVOID context)
{
    (void)context;
    if (reason == LOADED && !replaced.base && is_pdh(about->base_name)) put_in_place(about->base);
    if (reason == UNLOADED && about->base == replaced.base) {
        if (replaced.jumps) VirtualFree(replaced.jumps, 0, MEM_RELEASE);
        replaced.base = replaced.jumps = NULL;
    }
}

void pdh_follow(void)
{
    NTSTATUS (WINAPI *follow)(ULONG, PVOID, PVOID, PVOID *);
    static PVOID cookie;
    PVOID base;

    if (!nt_is_wine()) return;
    follow = (PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "LdrRegisterDllNotification");
    if (!follow || !NT_SUCCESS(follow(0, (PVOID)hear_of_module, NULL, &cookie))) return;
    if ((base = modules_find(is_pdh))) put_in_place(base);
}
