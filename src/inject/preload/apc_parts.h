/* SPDX-License-Identifier: MIT */
/* The parts of the APCs of both word sizes. An APC is copied, so it must be one function without data: all parts are
   inlined into it. */
#ifndef CYCLETIME_PRELOAD_APC_PARTS_H
#define CYCLETIME_PRELOAD_APC_PARTS_H

#include "inject/preload/apc.h"
#include "protocol/pe_headers.h"

#define PART static inline __attribute__((always_inline))

struct exports { /* IMAGE_EXPORT_DIRECTORY */
    uint32_t before[6];
    uint32_t names_count, functions, names, ordinals;
};

PART int is_name(const struct counted_string *name, const uint16_t *lower)
{
    unsigned i, count = name->length / sizeof *name->text;

    for (i = 0; i < count; i++)
        if (!lower[i] || (name->text[i] | 0x20) != lower[i]) return 0;
    return !lower[i];
}

PART uint8_t *find_module(const uint16_t *lower)
{
    struct list_entry *head = &thread_environment()->process->loader->modules, *link;

    for (link = head->next; link != head; link = link->next)
        if (is_name(&((struct loaded_module *)link)->name, lower)) return ((struct loaded_module *)link)->base;
    return NULL;
}

PART int is_same(const char *left, const char *right)
{
    for (; *left && *left == *right; left++) right++;
    return *left == *right;
}

/* Finds an export by name alone, in the export table as it is now. */
PART void *find_export(uint8_t *base, const char *name)
{
    const uint32_t place = pe_dword(pe_headers(base) + (sizeof(void *) == 8 ? PE_EXPORTS_64 : PE_EXPORTS));
    const struct exports *exports = (const struct exports *)(base + place);
    const uint32_t *names = (const uint32_t *)(base + exports->names);
    const uint32_t *functions = (const uint32_t *)(base + exports->functions);
    const uint16_t *ordinals = (const uint16_t *)(base + exports->ordinals);
    uint32_t i;

    for (i = 0; i < exports->names_count; i++)
        if (is_same((const char *)base + names[i], name)) return base + functions[ordinals[i]];
    return NULL;
}

PART struct counted_string string_of(uint16_t *text)
{
    uint16_t length = 0;

    while (text[length]) length++;
    return (struct counted_string){ (uint16_t)(length * 2), (uint16_t)(length * 2 + 2), text };
}

/* Returns the cycletime.dll that the program is linked with, else loads ours: two copies would each act as the only one.
   (Wine's LdrGetDllHandle searches folders for it, which takes a millisecond.) */
PART uint8_t *load_library(uint8_t *ntdll, struct apc_request *request)
{
    int32_t(WINDOWS * load_dll)(void *, uint32_t *, struct counted_string *, uint8_t **);
    struct counted_string path = string_of(request->path);
    uint8_t *dll = find_module(request->name);

    if (dll) return dll;
    load_dll = (__typeof__(load_dll))find_export(ntdll, request->load);
    if (!load_dll) return NULL;
    request->status = (uint32_t)load_dll(NULL, NULL, &path, &dll);
    return (int32_t)request->status >= 0 ? dll : NULL;
}

PART enum apc_stage load_and_hook(uint8_t *ntdll, struct apc_request *request)
{
    uint8_t *dll = load_library(ntdll, request);
    int32_t(WINDOWS * enter)(struct hook_request *);

    if (!dll) return APC_BEGAN;
    enter = (__typeof__(enter))find_export(dll, request->entry);
    if (!enter) return APC_LOADED;
    return enter(&request->hook) ? APC_HOOKED : APC_COMPARED;
}

/* The last error is restored, so that the program's entry point gets the value that it would have without hooks. */
PART void hook_and_report(struct apc_request *request)
{
    uint8_t *ntdll = find_module(request->ntdll);
    int32_t(WINDOWS * *dispatcher)(uint64_t, uint32_t, void *);
    void(WINDOWS * exit_process)(uint32_t) = NULL;
    uint32_t(WINDOWS * get_error)(void);
    void(WINDOWS * set_error)(uint32_t);
    uint32_t before;

    if (!ntdll) return;
    get_error = (__typeof__(get_error))find_export(ntdll, request->get_error);
    set_error = (__typeof__(set_error))find_export(ntdll, request->set_error);
    if (!get_error || !set_error) return;
    before = get_error();
    request->stage = (uint32_t)load_and_hook(ntdll, request);
    dispatcher = (__typeof__(dispatcher))find_export(ntdll, request->dispatcher);
    if (dispatcher && *dispatcher) (*dispatcher)(request->hook.report, HOOK_REPORT_OUTCOME, request);
    if (request->must) exit_process = (__typeof__(exit_process))find_export(ntdll, request->exit_process);
    if (exit_process) exit_process(APC_EXIT_CODE);
    set_error(before);
}

#endif
