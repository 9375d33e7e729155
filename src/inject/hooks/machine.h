/* SPDX-License-Identifier: MIT */
/* The parts of the hooks for which each machine has a file of its own: jumps, and the stubs of system calls. */
#ifndef CYCLETIME_MACHINE_H
#define CYCLETIME_MACHINE_H

#include <windows.h>

/* Memory that the 32-bit offsets of an export table reach, and jumps from there to any other address. */

extern const ULONG near_jump_size;

/* Whether offsets from BASE reach SIZE bytes at AT. */
BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size);

/* Returns readable and writable memory that offsets from BASE reach; NULL: there is none. */
PVOID near_allocate(const BYTE *base, SIZE_T size);

/* Returns the address to export for FUNCTION; may write a jump of near_jump_size bytes to AT, which the caller makes
   executable. */
PVOID near_jump(BYTE *at, PVOID function);

/*
 * A stub is one of ntdll's functions for system calls, as Wine makes them. It calls Wine by an address in its last
 * instructions, and only that call is changed. So its beginning stays as it was, for hooks of any length; no address in it
 * is relative to its own, so that programs may copy it; and a whole copy, made before the change, is the system's own call.
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

/* Writes to AT the jump to FUNCTION; returns the value that CALL needs to lead there. Between the stub's arguments and
   those of the replacement lie two return addresses instead of one. There are up to seven arguments:
   NtDuplicateObject's. */
ULONG64 stub_put_jump(BYTE *at, PVOID function, ULONG64 call);

#endif
