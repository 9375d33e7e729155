/* SPDX-License-Identifier: MIT */
/* Turns a status into BOOL and last error, and makes the __imp_ pointers, for all exported functions. */
#ifndef CYCLETIME_API_H
#define CYCLETIME_API_H

#include "library/nt/nt.h"

/* Returns TRUE and leaves the last error, or returns FALSE and sets the last error that belongs to STATUS. */
static inline BOOL return_status(NTSTATUS status)
{
    if (!NT_SUCCESS(status)) SetLastError(nt_dos_error(status));
    return NT_SUCCESS(status);
}

/* Does the same, and on success stores VALUE. */
static inline BOOL result_put(PULONG64 to, NTSTATUS status, ULONG64 value)
{
    if (!return_status(status)) return FALSE;
    *(unaligned_ULONG64 *)to = value;
    return TRUE;
}

/* <windows.h> declares the functions dllimport, so callers reach them through __imp_ pointers. An import library brings
   these; a static library has to, or its users would still call kernel32. BYTES: of the arguments, for stdcall names. */

#ifdef __i386__
#define IMPORT_SYMBOL(name, bytes) "__imp__" #name "@" #bytes
#else
#define IMPORT_SYMBOL(name, bytes) "__imp_" #name
#endif

#define IMPORT_POINTER(name, bytes) \
    extern void *const import_##name __asm__(IMPORT_SYMBOL(name, bytes)); \
    void *const import_##name = (void *)name

#endif
