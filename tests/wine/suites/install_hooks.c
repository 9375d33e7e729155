/* SPDX-License-Identifier: MIT */
/* This program has no knowledge of cycletime but that it loads the DLL and calls CycletimeInstallHooks, before the tests:
   hooking lasts. What was there before is noted before. */
#include "install_hooks.h"

#include <psapi.h>
#include <stdlib.h>
#include <string.h>

struct target targets[TARGETS] = { { .name = "kernel32.dll" }, { .name = "kernelbase.dll" }, { .name = "ntdll.dll" } };
struct export_list_line export_list[EXPORT_LIST_LINES];
size_t export_list_count;
HMODULE cycletime;
BOOL (WINAPI *hook_entry)(ULONG);
BOOL first_install_succeeded;
struct slots slots_before;
LONG failures_meanwhile;

BOOL is_in_export_list(const struct target *target, const char *name)
{
    size_t i;

    for (i = 0; i < export_list_count && target != &targets[NTDLL]; i++)
        if (!strcmp(export_list[i].name, name))
            return target == &targets[0] ? export_list[i].in_kernel32 : export_list[i].in_kernelbase;
    return hook_names_for(target->name, name);
}

/* The DLL does not export its replacements of ntdll's functions, so only their module is checked. */
BOOL is_ours(const void *function, const char *name)
{
    const void *ours = (void *)GetProcAddress(cycletime, name);
    HMODULE module;

    if (!function || (!ours && !hook_names_for(NULL, name))) return FALSE;
    if (ours) return function == ours || pe_reached(function) == ours;
    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              pe_reached(function), &module) && module == cycletime;
}

void resolve(const struct target *target, void **names, void **ordinals)
{
    const struct pe_exports *exports = &target->exports;
    size_t i;

    for (i = 0; i < exports->name_count; i++) names[i] = (void *)GetProcAddress(target->module, exports->names[i]);
    for (i = 0; i < exports->count; i++)
        ordinals[i] = (void *)GetProcAddress(target->module, MAKEINTRESOURCEA(exports->base + i));
}

DWORD protection_of(const void *at)
{
    MEMORY_BASIC_INFORMATION info = { .Protect = 0 };

    VirtualQuery(at, &info, sizeof info);
    return info.Protect;
}

static void add_slot(void *context, const char *from, const char *name, PVOID *slot)
{
    struct slots *slots = context;

    (void)from;
    (void)name;
    if (slots->count % 4096 == 0) slots->list = realloc(slots->list, (slots->count + 4096) * sizeof *slots->list);
    slots->list[slots->count++] = (struct slot){ slot, *slot, protection_of(slot) };
}

struct slots read_slots(void)
{
    struct slots slots = { NULL, 0 };
    HMODULE modules[256];
    DWORD size = 0, i;

    K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &size);
    for (i = 0; i < size / sizeof *modules; i++) pe_visit_imports(modules[i], add_slot, &slots);
    return slots;
}

/* As in programs whose linker puts the slots among constants. */
static void make_read_only(void *context, const char *from, const char *name, PVOID *slot)
{
    DWORD before;

    (void)context;
    (void)from;
    (void)name;
    VirtualProtect(slot, sizeof *slot, PAGE_READONLY, &before);
}

static void note(struct target *target)
{
    target->module = GetModuleHandleA(target->name);
    memcpy(target->headers, target->module, sizeof target->headers);
    target->directory = *pe_export_directory(target->module);
    target->protection = protection_of(pe_export_directory(target->module));
    target->exports = pe_read_exports(target->module);
    target->names = calloc(target->exports.name_count, sizeof(void *));
    target->ordinals = calloc(target->exports.count, sizeof(void *));
}

static unsigned long (WINAPI *ask)(HANDLE, ULONG, void *, ULONG, ULONG *);
static LONG asking, failures, hooked;

/* By a pointer from before, until it was asked often enough after hooking too. */
static DWORD WINAPI ask_meanwhile(void *context)
{
    ULONG answer[16], length, left = 1000;

    (void)context;
    InterlockedIncrement(&asking);
    while (left) {
        if (ask(GetCurrentThread(), 0, answer, sizeof(void *) == 8 ? 0x30 : 0x1c, &length)) InterlockedIncrement(&failures);
        if (hooked) left--;
    }
    return 0;
}

/* 0: nobody met anything else than before. */
static LONG install_while_others_ask(void)
{
    HANDLE threads[3];
    unsigned i;

    ask = (void *)GetProcAddress(targets[NTDLL].module, "NtQueryInformationThread");
    for (i = 0; i < ARRAYSIZE(threads); i++) threads[i] = CreateThread(NULL, 0, ask_meanwhile, NULL, 0, NULL);
    while (asking < (LONG)ARRAYSIZE(threads)) Sleep(1);
    first_install_succeeded = hook_entry && hook_entry(0) == TRUE;
    hooked = TRUE;
    for (i = 0; i < ARRAYSIZE(threads); i++) {
        if (WaitForSingleObject(threads[i], INFINITE)) failures++;
        CloseHandle(threads[i]);
    }
    return failures;
}

int main(void)
{
    int pass, i;

    export_list_count = export_list_read(export_list);
    for (i = 0; i < TARGETS; i++) note(&targets[i]);
    /* To resolve a name can load a DLL, so the second pass counts. */
    for (pass = 0; pass < 2; pass++)
        for (i = 0; i < TARGETS; i++) resolve(&targets[i], targets[i].names, targets[i].ordinals);
    pe_visit_imports(GetModuleHandleW(NULL), make_read_only, NULL);
    slots_before = read_slots();
    cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    hook_entry = (void *)GetProcAddress(cycletime, "CycletimeInstallHooks");
    failures_meanwhile = install_while_others_ask();
    return finish(run_all_tests());
}
