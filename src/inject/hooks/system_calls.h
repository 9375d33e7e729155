/* SPDX-License-Identifier: MIT */
/* System calls of ntdll that lead to cycletime's functions by a change of their own instructions. The exports of ntdll stay
   as they are: a program that computes a call's position in ntdll's file from its address in memory finds it there, and two
   names of one function stay so. */
#ifndef CYCLETIME_SYSTEM_CALLS_H
#define CYCLETIME_SYSTEM_CALLS_H

#include "inject/hooks/hook_table.h"
#include "inject/hooks/near_pool.h"

#include <windows.h>

struct system_call {
    BYTE *stub, *trampoline;
    ULONG64 *call, to; /* the bytes that change, and their new value */
};

struct system_calls {
    PVOID block;
    struct system_call list[HOOK_COUNT];
    ULONG count;
};

/* Provides memory for the copies of stubs: whole pages, readable and writable, that every stub can reach and that are never
   freed. NULL: the next system_calls_find allocates its own. */
void system_calls_place(PVOID memory, SIZE_T size);

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

#endif
