/* SPDX-License-Identifier: MIT */
/* Makes ntdll's system calls lead to cycletime's functions. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/machine.h"
#include "library/nt/calls.h"

enum { ROOM = STUB_SIZE + STUB_JUMP, BLOCK = HOOK_COUNT * ROOM };

void system_calls_find(struct hook_table_set *set, struct system_calls *calls)
{
    const struct hook_table_set all = *set;
    BYTE *stub, *original;
    ULONG64 *call;
    DWORD before;
    ULONG i, j;

    calls->block = calls->place_size >= BLOCK ? calls->place : stub_allocate(BLOCK);
    if (!calls->block) return; /* then the functions are replaced by the exports */
    for (i = 0; i < HOOK_COUNT; i++) {
        stub = set->has[i] && hook_table[i].trampoline ? *hook_table[i].trampoline : NULL;
        if (!stub || !(call = stub_call(stub))) continue;
        set->has[i] = FALSE;
        for (j = 0; j < calls->count && calls->list[j].stub != stub;) j++;
        if (j < calls->count) continue; /* two names of one call */
        original = (BYTE *)calls->block + (SIZE_T)calls->count * ROOM;
        stub_copy(original, stub);
        calls->list[calls->count++] =
            (struct system_call){ stub, original, call,
                                  stub_put_jump(original + STUB_SIZE, hook_table[i].function, *call) };
    }
    if (VirtualProtect(calls->block, BLOCK, PAGE_EXECUTE_READ, &before)) return;
    system_calls_free(calls);
    calls->count = 0;
    *set = all;
}

NTSTATUS system_calls_add(const struct system_calls *calls, struct pages *pages)
{
    const struct system_call *call, *lowest = calls->list;
    NTSTATUS status;
    ULONG i;

    if (!calls->count) return STATUS_SUCCESS;
    for (call = calls->list; call < calls->list + calls->count; call++)
        if (call->call < lowest->call) lowest = call;
    /* A region is looked up from its first address on, so the others are in the same one. */
    status = pages_add(pages, lowest->call, sizeof *lowest->call);
    for (i = 0; i < calls->count && NT_SUCCESS(status); i++)
        status = pages_add(pages, calls->list[i].call, sizeof *calls->list[i].call);
    return status;
}

void system_calls_use(const struct system_calls *calls)
{
    const struct system_call *call;
    ULONG i;

    for (call = calls->list; call < calls->list + calls->count; call++) {
        /* Every caller in cycletime calls the copy from now on. */
        nt_calls_replace(call->stub, call->trampoline);
        for (i = 0; i < HOOK_COUNT; i++)
            if (hook_table[i].trampoline && *hook_table[i].trampoline == call->stub)
                __atomic_store_n(hook_table[i].trampoline, call->trampoline, __ATOMIC_RELEASE);
        __atomic_store_n(call->call, call->to, __ATOMIC_RELEASE);
    }
}

void system_calls_free(struct system_calls *calls)
{
    if (calls->block && calls->block != calls->place) VirtualFree(calls->block, 0, MEM_RELEASE);
    calls->block = NULL;
}
