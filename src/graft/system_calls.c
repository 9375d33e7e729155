/* SPDX-License-Identifier: MIT */
#include "system_calls.h"
#include "page_window.h"
#include "reach.h"
#include "stub.h"
#include "../nt/calls.h"

/* A jump and an original. */
enum { JUMP = 16, ROOM = JUMP + STUB_ORIGINAL + 8, BLOCK = LEDGER_COUNT * ROOM };

static BOOLEAN is_listed(const struct system_calls *calls, const BYTE *stub)
{
    ULONG i;

    for (i = 0; i < calls->count; i++)
        if (calls->list[i].stub == stub) return TRUE;
    return FALSE;
}

/* In the order of their places: page by page. */
static void add(struct system_calls *calls, BYTE *stub, PVOID function)
{
    BYTE *room = (BYTE *)calls->block + (SIZE_T)calls->count * ROOM;
    ULONG i;

    for (i = calls->count++; i && calls->list[i - 1].stub > stub; i--) calls->list[i] = calls->list[i - 1];
    calls->list[i] = (struct system_call){ stub, room + JUMP, reach_jump(room, function) };
    stub_put_original(calls->list[i].original, stub);
}

void system_calls_find(HMODULE ntdll, struct ledger_set *set, struct system_calls *calls)
{
    BYTE *stub;
    DWORD before;
    ULONG i;

    if (!(calls->block = reach_allocate((const BYTE *)ntdll, BLOCK))) return; /* the exports do it then */
    for (i = 0; i < LEDGER_COUNT; i++) {
        stub = set->has[i] ? (BYTE *)GetProcAddress(ntdll, ledger[i].name) : NULL;
        if (!stub || !stub_is_known(stub) || !stub_reaches(stub, (const BYTE *)calls->block + BLOCK)) continue;
        if (!is_listed(calls, stub)) add(calls, stub, ledger[i].function);
        set->has[i] = FALSE;
    }
    VirtualProtect(calls->block, BLOCK, PAGE_EXECUTE_READ, &before);
}

/* Whoever calls the one now calls the other. */
static void replace(PVOID from, PVOID to)
{
    ULONG i;

    nt_calls_replace(from, to);
    for (i = 0; i < LEDGER_COUNT; i++)
        if (ledger[i].original && *ledger[i].original == from) __atomic_store_n(ledger[i].original, to, __ATOMIC_RELEASE);
}

static NTSTATUS lead(struct page_window *window, const struct system_call *call, BOOLEAN new)
{
    const NTSTATUS status = page_window_open(window, call->stub, STUB_HEAD);

    if (!NT_SUCCESS(status)) return status;
    if (new) replace(call->stub, call->original);
    if (new) stub_lead(call->stub, call->to);
    else stub_restore(call->stub, call->original);
    if (!new) replace(call->original, call->stub);
    return STATUS_SUCCESS;
}

NTSTATUS system_calls_use(const struct system_calls *calls, BOOLEAN new)
{
    struct page_window window = { 0 };
    NTSTATUS status = STATUS_SUCCESS;
    ULONG i;

    for (i = 0; i < calls->count && NT_SUCCESS(status); i++) status = lead(&window, &calls->list[i], new);
    if (!NT_SUCCESS(status))
        for (i--; i--;) lead(&window, &calls->list[i], !new);
    page_window_close(&window);
    return status;
}

void system_calls_free(struct system_calls *calls)
{
    if (calls->block) VirtualFree(calls->block, 0, MEM_RELEASE);
    calls->block = NULL;
}
