/* SPDX-License-Identifier: MIT */
/*
 * A system call in ntdll, as Wine makes them: it calls Wine by an address that stands in its last instruction but one, and
 * that instruction alone is changed. So its beginning stays what it was, for hooks of any length, and it names no place by
 * where it is itself, for who copies it; and a copy of all of it, made before, is the system's own call. One file per
 * machine.
 */
#ifndef CYCLETIME_STUB_H
#define CYCLETIME_STUB_H

#include <windows.h>

enum { STUB_SIZE = 32, STUB_WAY = 32 }; /* bytes of it, and of a way to ours, at most */

/* The eight bytes in which STUB makes its call, which one store changes. NULL: it is made otherwise, or something else has
   changed it, such as a hook. */
ULONG64 *stub_call(BYTE *stub);

/* Memory for copies and ways, readable and writable. NULL: there is none where a stub's address could lead. */
PVOID stub_allocate(SIZE_T size);

/* Writes to AT the way to FUNCTION; returns what CALL has to be to lead there. */
ULONG64 stub_put_way(BYTE *at, PVOID function, ULONG64 call);

#endif
