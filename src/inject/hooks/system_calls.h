/* SPDX-License-Identifier: MIT */
/* System calls of ntdll that lead to cycletime's functions by a change of their own instructions. The exports of ntdll stay
   as they are: a program that computes a call's position in ntdll's file from its address in memory finds it there, and two
   names of one function stay so. */
#ifndef CYCLETIME_SYSTEM_CALLS_H
#define CYCLETIME_SYSTEM_CALLS_H

#include "inject/hooks/hooks.h"
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

/*
 * A stub is one of ntdll's functions for system calls, as Wine makes them. It calls Wine by an address in its last
 * instructions, and only that call is changed. So its beginning stays as it was, for hooks of any length; no address in it
 * is relative to its own, so that programs may copy it; and a whole copy, made before the change, is the system's own call.
 * Each machine has a file of its own.
 */

enum { STUB_SIZE = 32, STUB_JUMP = 32 }; /* the most bytes of a stub, and of a jump to a replacement */

/* Returns the eight bytes of STUB that hold its call, which one store changes. Returns NULL if the instructions around the
   call are not the known ones, or if a hook has changed the beginning and stub_copy could not restore it. */
ULONG64 *stub_call(BYTE *stub);

/* Copies a stub for which stub_call returned an address, with the beginning that it had before a hook. */
void stub_copy(BYTE *to, const BYTE *stub);

/* Returns readable and writable memory for the copies of stubs and for the jumps, the code that leads from a stub to its
   replacement. NULL: no memory is left that a stub's address can reach. */
PVOID stub_allocate(SIZE_T size);

/* Writes to AT the jump to FUNCTION; returns the value that CALL needs to lead there. */
ULONG64 stub_put_jump(BYTE *at, PVOID function, ULONG64 call);

#endif
