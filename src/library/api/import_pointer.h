/* SPDX-License-Identifier: MIT */
/* <windows.h> declares the functions dllimport, so callers reach them through __imp_ pointers. An import library brings
   these; a static library has to, or its users would still call kernel32. BYTES: of the arguments, for stdcall names. */
#ifndef CYCLETIME_IMPORT_POINTER_H
#define CYCLETIME_IMPORT_POINTER_H

#ifdef __i386__
#define IMPORT_SYMBOL(name, bytes) "__imp__" #name "@" #bytes
#else
#define IMPORT_SYMBOL(name, bytes) "__imp_" #name
#endif

#define IMPORT_POINTER(name, bytes) \
    extern void *const import_##name __asm__(IMPORT_SYMBOL(name, bytes)); \
    void *const import_##name = (void *)name

#endif
